"""Words that people use for one another: a question about a trip is answered by a memory of a journey.

Written by hand, for no store in particular. Each group begins with its head: to the head the others are near, among
themselves a little less.
"""

import functools

from memtui.recall.stem import stem

_TO_HEAD, _AMONG = 1.0, 0.7

_GROUPS = """
begin start commence launch initiate kickoff; end finish complete conclude done; stop quit halt cease abandon; buy
purchase acquire bought get got obtain; sell sold sale vend; job work career profession occupation employment position
role; boss manager supervisor lead; developer programmer engineer coder; colleague coworker teammate workmate; company
firm business employer enterprise startup; earn income salary wage pay money; cost price fee charge expense rate;
cheap affordable inexpensive budget; pay payment paid; home house apartment flat residence place; live reside living
residence home; city town hometown place; country nation; mother mom mum mama parent; father dad daddy papa parent;
grandmother grandma granny nana; grandfather grandpa grandad; child children kid kids son daughter; son boy child;
daughter girl child; baby infant newborn; brother sister sibling; husband wife spouse partner married; girlfriend
boyfriend partner dating date; marry wedding marriage married bride; divorce separate split breakup; friend buddy pal
mate; family relatives kin; pet dog cat animal; dog puppy pup hound canine; cat kitten kitty feline; animal creature
wildlife; breed kind species; photo picture image photograph pic snapshot; paint painting draw drawing sketch art
artwork; art artwork craft artistic; sculpt sculpture pottery clay ceramic; music song tune melody; song track tune;
band group musician; instrument guitar piano violin; sing singer vocal; concert gig show performance festival; dance
dancing dancer; movie film cinema; watch see view; book novel read; read reading book; write wrote written author;
author writer; story tale narrative; game play gaming; sport athletic exercise; exercise workout fitness gym training;
run running jog jogging marathon race; swim swimming pool; hike hiking trail trek walk; walk stroll; bike bicycle
cycling cycle; camp camping tent; travel trip journey visit vacation; trip journey travel vacation holiday tour;
vacation holiday getaway retreat; road drive driving; drive car driving; car vehicle automobile; plane flight fly
flew; beach sea ocean coast; mountain mountains peak; forest woods; park garden; garden plant gardening; flower bloom
blossom; plant tree; nature outdoors outside wilderness; weather rain snow; hot warm heat; cold chilly; eat food meal
dish; food meal dish cuisine; meal dinner lunch breakfast; cook cooking recipe bake; bake baking cake; recipe dish
ingredient; drink beverage coffee tea; beer wine alcohol drunk; restaurant cafe diner bistro; hungry appetite; sweet
dessert candy; health healthy wellbeing medical; sick ill illness disease unwell; disease illness condition disorder;
doctor physician medic; hospital clinic; medicine medication drug pill; injury hurt injured wound; pain ache painful;
accident crash collision; surgery operation; diet nutrition eating; weight overweight obese; sleep rest nap; tired
exhausted fatigue; stress stressed anxiety pressure; anxious worried nervous; worry concern worried; afraid scared
fear; sad unhappy upset depressed; happy glad joy joyful pleased; love adore passion; like enjoy love prefer favorite
favourite; favorite favourite prefer best; hate dislike; angry mad upset; proud pride; hope wish dream; dream
aspiration goal; goal aim objective target ambition; plan intend intention going; want wish desire; need require must
necessary; help assist aid support; support encourage backing; encourage motivate inspire; inspire motivation
inspiration; thank grateful thankful gratitude; sorry apologize apology; promise commitment; advice tip suggestion
recommend; suggest recommend propose advice; recommend suggestion advise; ask question inquire; question query ask;
answer reply respond response; tell say said mention; talk speak discuss conversation chat; discuss talk discussion;
meet met meeting encounter; join joined member enroll; attend went visit participate; participate involved join; group
club community team; community neighborhood; team squad crew; event party celebration gathering; party celebration;
celebrate celebration anniversary birthday; birthday bday; gift present; give gave donate; donate charity fundraiser
donation; volunteer volunteering; charity nonprofit; school college university; teach teacher teaching instructor;
student pupil; learn study learning; study studied research; class course lesson workshop; degree graduate diploma;
exam test; research study investigate; science scientist; hobby pastime interest; interest interested hobby; activity
activities; collect collection; make made create build; create make produce design; build construct built; fix repair
mend; repair fixing; break broke broken; damage damaged harm; lose lost missing; find found discover; discover learn;
search look find; look seek; show display; hide conceal; change alter modify; modify edit change update; update
upgrade refresh; improve better enhance; increase grow raise; decrease reduce lower; big large huge; small little
tiny; fast quick rapid speed; slow sluggish; difficult hard tough challenge; easy simple; challenge difficulty
obstacle; problem issue trouble; issue bug problem; important significant crucial essential key; new recent latest;
old former previous; young youth; recently lately; often frequently; move moved relocate; arrive came; leave left
depart; return back; send sent mail; receive received got; bring brought; keep kept; choose pick select chose; decide
decision decided; think believe opinion; believe belief; opinion view; feel feeling emotion; feeling emotion; remember
remind memory; memory remembrance; forget forgot; understand comprehend; know knew; name named called; call phone
telephone; phone mobile smartphone; message text; email mail; letter mail; news announcement; color colour; clothes
clothing outfit wear; wear dress; shoes sneakers; jewelry necklace ring; necklace pendant; bag purse; computer laptop
pc; religion religious faith church; church faith; god spiritual; war military army; soldier veteran military; police
officer; law legal; lawyer attorney counsel; court judge trial; crime criminal; jail prison; government govt state
federal; tax taxes; vote election; president leader; right rights; money cash funds finance; finance financial; bank
banking; loan mortgage borrow; insurance coverage insured; rent lease; landlord tenant; bill invoice; eligible qualify
eligibility; requirement require prerequisite; apply application; application app; document paperwork record;
certificate certification; form application; permit license licence; passport visa; address location; location place
where site; where location place; date day when; time when; year annual yearly; month monthly; week weekly; day daily;
deadline due; schedule timetable calendar; delay postpone late; cancel cancellation; open opening; close closed shut;
price pricing; customer client; user account; account login; login signin log; password credential secret; credential
key token; secret key token password; permission access rights privilege; access permission authorization;
authentication login identity auth; authorization permission; identity id; secure security safe; encrypt encryption
cipher; vulnerability exploit weakness; attack threat; error failure exception fault; fail failed failure failing;
crash hang; bug defect; debug troubleshoot diagnose; troubleshoot troubleshooting diagnose; warning caution alert;
alert notification alarm; notify notification; log logs logging; monitor monitoring observe; metric metrics
measurement; measure measurement; test tests testing spec; mock stub fake; check verify validate; verify confirm
validate; deploy deployment release rollout ship; release version publish; version release; publish release; build
compile; install installation setup; setup configure configuration; configure config setting; config configuration
settings; setting option preference; option flag parameter; parameter argument; argument parameter; function method
procedure; variable env; environment env; repository repo; directory folder dir; folder directory; file document; path
directory; delete remove erase drop; remove delete uninstall; add insert append; insert add; copy duplicate clone;
duplicate copy; move rename; rename renamed; save store persist; store storage save; storage disk volume; database db;
db database; table schema; query sql; migrate migration; backup restore snapshot; restore recover; recover recovery;
server host machine; host server; container docker pod; kubernetes k8s; cluster node; network networking; connect
connection; connection link; port socket; domain dns; proxy gateway; request call; response reply; api endpoint;
endpoint url; url link address; link url; page site website; website site web; browser chrome; frontend ui; ui
interface frontend; interface ui; backend server; code source; script program; program software; software program
application; library package module dependency; dependency package; package module; framework library; tool utility;
command cli; cli terminal commandline; terminal shell console; shell bash; ci pipeline; pipeline workflow; workflow
process; process procedure; task job; job task; queue backlog; cache caching; performance speed latency; latency slow
delay; memory ram; limit quota maximum; maximum max limit; minimum min; number count amount; amount quantity; list
enumerate; type kind sort; difference differ versus compare; compare comparison; similar alike same; example sample;
format formatting style; style convention; convention rule guideline; rule policy; policy rule; standard norm; reason
why because; cause reason; effect impact result; result outcome; benefit advantage; advantage pro benefit;
disadvantage drawback; feature functionality capability; support supported; available availability; price cost; free
gratis; review feedback; feedback comment; comment remark; approve approval; reject decline refuse; agree accept;
accept approve; merge merging; commit commits; branch branches; pr pullrequest; ticket issue; incident outage; outage
downtime; rollback revert undo; revert undo; owner responsible; responsible charge; contact reach; meeting call
standup; doc docs documentation; documentation manual guide; guide tutorial manual; instruction instructions steps;
step steps; lesbian gay queer lgbtq lgbt; transgender trans lgbtq; gender identity; adopt adoption; therapy counseling
therapist counselor; counseling counselor; mental psychological; calm relax relaxing peaceful; relax relaxation unwind
chill; peaceful calm serene; fun enjoyable entertaining; beautiful pretty gorgeous lovely; view scenery landscape;
sunset sunrise; night evening; morning dawn; weekend saturday sunday; summer july august; winter december; spring
april; autumn fall
"""


@functools.cache
def kin() -> dict[str, dict[str, float]]:
    """By stem, the stems near it and how near; made at the first question."""
    found: dict[str, dict[str, float]] = {}
    for group in _GROUPS.replace("\n", " ").split(";"):
        words = [stem(word) for word in group.split()]
        for one in words:
            near = found.setdefault(one, {})
            for other in words:
                if other != one:
                    how = _TO_HEAD if words[0] in (one, other) else _AMONG
                    near[other] = max(how, near.get(other, 0.0))
    return found
