"""Words that people use for one another: a question about a trip is answered by a memory of a journey.

Written by hand, for no store in particular. Each group begins with its head: to the head the others are near, among
themselves a little less. The groups are read when a word is looked up, and only those that it may be in: to stem all
of them would cost a command its first twenty milliseconds.
"""

import functools

from memtui.recall.stem import stem

_TO_HEAD, _AMONG = 1.0, 0.7
_INITIAL = 2  # letters that a word has in common with its stem

_GROUPS = """
abroad overseas foreign international; absent away missing; abuse mistreat misuse; accent dialect pronunciation;
accept approve; access permission authorization; accident crash collision; account login; accountant bookkeeper
accounting; achieve accomplish attain reach; achievement accomplishment success milestone; activity activities; actor
actress performer cast; add insert append; address location; admire respect; admission entry enrollment; adopt
adoption; adult grownup; advantage pro benefit; adventure expedition quest; advertise advertising promote promotion
marketing; advice tip suggestion recommend; afraid scared fear; age old years; agenda schedule itinerary; agent
representative broker; agree accept; aid assistance relief; airport terminal airline; album record; alert notification
alarm; allergy allergic intolerance; allow permit enable let; alone lonely solo; amazing awesome incredible wonderful;
amount quantity; ancestor heritage roots; anger rage furious; angry mad upset; animal creature wildlife; announce
announcement declare; answer reply respond response; anxious worried nervous; apartment condo studio rent; api
endpoint; appearance look; application app; apply application; appointment booking reservation visit; appreciate value
grateful; approve approval; architect architecture design; argue argument dispute quarrel; argument parameter debate;
arrange organize; arrive came; art artwork craft artistic; article post blog essay; ashamed embarrassed shame; ask
question inquire; assignment homework task; athlete player sportsman; attack threat; attempt try effort; attend went
visit participate; attic basement cellar; audience viewer crowd; authentication login identity auth; author writer;
authorization permission; autumn fall; available availability; award prize trophy medal; aware know; baby infant
newborn; backend server; backup restore snapshot; bacteria germ virus; badge medal; bag purse; bake baking cake;
bakery pastry bread; balance equilibrium; ban prohibit forbid; band group musician; bank banking; barbecue grill bbq;
bargain deal discount; basketball hoops nba; bathroom toilet shower; battle fight combat; beach sea ocean coast; bear
grizzly; beard mustache; beat defeat win; beautiful pretty gorgeous lovely; bed bedroom mattress; beer wine alcohol
drunk; begin start commence launch initiate kickoff onset origin; behavior conduct manner; believe belief; benefit
advantage; benefits perks entitlement; betray cheat; big large huge; bike bicycle cycling cycle; bill invoice; bird
parrot eagle; birth born birthday; birthday bday; bitter sour; blame fault; blanket quilt; blind vision; blog blogging
website; blood bleeding; board committee; boat ship sail kayak canoe; body physique; bond connection relationship;
bone fracture; book novel read; bored boring dull; borrow loan lend; boss manager supervisor lead; bottle jar; bowl
dish pottery; box package container; brain mind; branch branches; brave courage courageous; bread loaf toast; break
broke broken; breathe breathing breath; breed kind species; bridge overpass; bright vivid; bring brought; broadcast
stream podcast; brother sister sibling; browser chrome; bug defect; build construct built compile; burn fire; bus
coach transit; busy hectic swamped; butterfly insect; buy purchase acquire bought get got obtain; cache caching; call
phone telephone; calm relax relaxing peaceful; camera photography photographer lens; camp camping tent; cancel
cancellation; cancer tumor; candle light; captain leader; car vehicle automobile; care caring nurse look; career
profession vocation; careful cautious; carpenter woodworking wood; cash coin; castle palace; cat kitten kitty feline;
catch capture; cause reason; celebrate celebration anniversary birthday; celebrity star famous; cell cellular;
certificate certification; chair seat furniture; challenge difficulty obstacle; championship tournament title; change
alter modify; chapter section; character personality trait; charity nonprofit; chase pursue; cheap affordable
inexpensive budget; check verify validate; cheer encourage; chef cook; chess boardgame puzzle; chicken poultry; child
children kid kids son daughter; chocolate candy; choir singing; choose pick select chose; christmas xmas holiday;
church faith temple mosque; ci pipeline; cigarette smoke smoking; citizen national resident; city town hometown place;
claim assert; class course lesson workshop; clean cleaning tidy wash; clever smart intelligent; cli terminal
commandline; client customer patron; climb climbing bouldering; clock watch time; close closed shut; clothes clothing
outfit wear; cloud sky; cluster node; coach trainer mentor; coast shore seaside; code source; coffee espresso latte;
cold chilly; colleague coworker teammate workmate; collect collection gather; color colour; comfort console
comforting; comfortable cozy; comic cartoon manga; command cli; comment remark; commit commits; community
neighborhood; commute traffic; company firm business employer enterprise startup; compare comparison; compete
competition contest race; complain complaint grievance; complex complicated; computer laptop pc; concentrate focus;
concert gig show performance festival; conclusion finding; condition state; confident confidence assured; config
configuration settings; configure config setting; confuse confused confusing; congratulate congratulations; connect
connection; connection link; conserve conservation environment; contact reach; contain include; container docker pod;
contest competition; continue proceed resume; contract agreement deal; control manage; convention rule guideline;
convince persuade; cook cooking recipe bake; cookie biscuit; cope manage handle; copy duplicate clone; cost price fee
charge expense rate; cottage cabin; cough cold flu; counseling counselor; country nation rural countryside; couple
pair; courage bravery; court judge trial; cousin relative; cover wrap; craft handmade diy; crash hang; crazy wild;
create make produce design; creative creativity imagination imaginative; credential key token; credit loan; crime
criminal; criticize criticism; cry tears; culture cultural tradition; cup mug; cure treatment heal; curious curiosity;
custom tradition; customer client; cut slice; cute adorable; dad stepfather; damage damaged harm; dance dancing
dancer; danger dangerous risk hazard; dark darkness; database db; date day when; daughter girl child; day daily; dead
death die died; deadline due; death funeral grief loss; debt owe loan; debug troubleshoot diagnose; decide decision
decided; decorate decoration decor; decrease reduce lower; deep profound; degree graduate diploma temperature; delay
postpone late; delete remove erase drop; deliver delivery shipping; dentist dental tooth teeth; dependency package;
deploy deployment release rollout ship; depression depressed; describe description; desert sahara; design designer
designing; destroy destruction ruin; detective investigator; determine establish; developer programmer engineer coder;
device gadget electronic equipment; diabetes insulin; diary journal; dictionary glossary; die pass; diet nutrition
eating; difference differ versus compare; difficult hard tough challenge; directory folder dir; dirty messy;
disability disabled handicap; disadvantage drawback; disappear vanish; disappoint disappointed disappointing letdown;
disaster catastrophe; discipline self; discount coupon sale; discover learn; discrimination prejudice bias; discuss
talk discussion; disease illness condition disorder; display exhibit; distance far; distract distraction; district
neighborhood region; divorce separate split breakup; doc docs documentation; doctor physician medic; document
paperwork record; documentation manual guide; dog puppy pup hound canine; domain dns; donate charity fundraiser
donation; doubt uncertain; dragon fantasy; drama play theater; drawing sketch doodle; dream aspiration goal; dress
gown; drink beverage coffee tea; drive car driving; driver chauffeur; drug substance; dry arid; duty responsibility
obligation; eager keen excited; ear hearing; earn income salary wage pay money gain; earth planet world; easy simple;
eat food meal dish; ecology environmental; economy economic; editor editing; educate education school; effect impact
result; effort endeavor; egg omelet; elderly senior; electric electricity power; elephant safari; eligible qualify
eligibility; email mail; embarrass awkward; emergency urgent crisis; employ hire recruit; employee staff worker; empty
vacant; encourage motivate inspire; encrypt encryption cipher; end finish complete conclude done; endpoint url; enemy
opponent rival; energy energetic; engage engagement fiance proposal; engine motor; english language; enjoy fun like;
enormous huge; enter entrance; enthusiastic passion excited; entire whole; environment env; equal equality; equipment
gear tool; error failure exception fault; escape flee; estimate guess approximate; ethnic race; evaluate assess
assessment; event party celebration gathering; evidence proof; evil wicked; exact precise; exam test; examine inspect;
example sample; excellent great; excite exciting excited thrilled; excuse reason; exercise workout fitness gym
training; exhibition exhibit gallery museum show; exist existence; expect expectation anticipate; expensive costly
pricey; expert specialist professional; explain clarify; explore exploration discover; express expression; extend
extension; extra additional; eye vision sight; fabric textile cloth; face facial; factory plant manufacture; fail
failed failure failing flunk; fair fairness just; fake false; fame famous; family relatives kin; fan supporter
follower; fantasy fiction; farm farmer agriculture; fashion style trend; fast quick rapid speed; fat obese; father dad
daddy papa parent; favorite favourite prefer best; feast banquet; feature functionality capability; fee tuition;
feedback comment; feel feeling emotion; feeling emotion; female woman girl; fence wall; festival fair carnival; fever
temperature; fiction novel; field area; figure number; file document; finance financial; financial money economic;
find found discover; fine penalty; fire flame blaze; firefighter brigade; fish fishing; fit healthy shape; fix repair
mend; flag banner; flavor taste; flood flooding; floor ground; flower bloom blossom; fog mist; food meal dish cuisine;
foreign overseas; forest woods; forget forgot; forgive forgiveness; form application; formal official; format
formatting style; fortune luck wealth; foundation charity; framework library; free gratis; freedom liberty; fresh new;
friend buddy pal mate; friendly kind; friendship friend bond; frontend ui; frustrate frustrated frustrating; fuel gas
petrol; full complete; fun enjoyable entertaining; function method procedure; funny humor humorous comedy; furniture
sofa couch; gain increase; game play gaming; garage workshop; garbage trash rubbish waste; garden plant gardening;
gather gathering meetup; gender identity; generous generosity; genre type category; gentle soft; german germany; ghost
haunted; gift present; girlfriend boyfriend partner dating date; give gave donate; glass window; global worldwide;
goal aim objective target ambition; god spiritual; goodbye farewell; gossip rumor; government govt state federal
council; graduate graduation; grandfather grandpa grandad; grandmother grandma granny nana; grass lawn; gray grey;
greet hello; grocery supermarket shopping; group club community team organization; grow growth; guarantee warranty;
guard protect; guest visitor; guide tutorial manual; guilty guilt; guitar acoustic; habit routine; hair haircut
hairstyle; handicraft craft; handle manage deal; hang dangle; happen occur; happy glad joy joyful pleased; harbor
port; hard challenging; harvest crop; hat cap; hate dislike; headache migraine; heal healing recover recovery; health
healthy wellbeing medical; heart cardiac; heaven paradise; heavy weighty; height tall; help assist aid support;
heritage ancestry; hero idol; hesitate reluctant; hide conceal; high tall; hike hiking trail trek walk; hill mountain;
history historical past; hit strike; hobby pastime interest; hockey rink; hold grip; hole gap; home house apartment
flat residence place; honest honesty sincere truth; honor award; hope wish dream; horror scary thriller; horse riding
equestrian pony; hospital clinic; host server organize; hot warm heat; hotel motel lodging accommodation resort;
household family; humor joke; hungry appetite; hunt hunting; hurricane storm tornado; husband wife spouse partner
married hubby; ice frozen; ideal perfect; identify recognize; identity id; ignore disregard; imagine imagination
picture; immigrant immigration refugee; important significant crucial essential key; impress impressed impression;
improve better enhance; incident outage; income earnings; increase grow raise; independent independence; individual
person; industry sector; infection virus; inform tell notify; ingredient component; inhabit live; inherit inheritance;
injure injury hurt; injury hurt injured wound; innovate innovation; insect bug; inspect inspection; inspire motivation
inspiration; install installation setup; instead alternative; instruct teach; instruction instructions steps;
instrument guitar piano violin musical; insurance coverage insured; intelligent smart; interest interested hobby;
interview job; introduce introduction; invent invention; invest investment stock; invite invitation; island isle;
issue bug problem; italian italy pasta; jacket coat; jail prison; japan japanese tokyo; jealous envy; jewelry necklace
ring; job work career profession occupation employment position role task; join joined member enroll; joke funny;
journalist reporter; journey voyage; judge evaluate; juice smoothie; jump leap; kayak canoe paddle; keep kept; kick
soccer; kill murder; kind compassionate kindness; king queen royal; kiss hug; kitchen cooking; knee leg; knit knitting
sewing crochet; know knew; knowledge expertise; kubernetes k8s; lake pond; lamp light; land ground; landlord tenant;
language linguistic; latency slow delay; laugh laughter giggle; launch release; law legal; lawyer attorney counsel;
lazy idle; leader leadership; leaf foliage; league nba; leak drip; learn study learning; leather hide; leave left
depart; lecture talk; leisure spare; lesbian gay queer lgbtq lgbt; letter mail; liberal progressive; library package
module dependency books; lie dishonest; lifestyle habit; lift raise; like enjoy love prefer favorite favourite; limit
quota maximum; list enumerate wishlist; listen hear; literature poetry; live reside living residence home; loan
mortgage borrow; local nearby; location place where site; lock secure; log logs logging; login signin log; lonely
isolated; look seek; lose lost missing; loss grief; loud noise; love adore passion; loyal loyalty; luck lucky; luggage
suitcase; luxury fancy; machine device; magazine journal; magic wizard; mail post; make made create build; male man;
manage management; map atlas; mark sign; market shop store; marry wedding marriage married bride; martial karate judo
kickboxing; mask disguise; massage spa; master expert; match game; material fabric; mathematics math; maximum max
limit; meal dinner lunch breakfast; measure measurement size; meat beef steak; mechanic repair; media press; medicine
medication drug pill; meditate meditation mindfulness yoga; meet met meeting encounter; meeting call standup; melt
thaw; memory remembrance ram; mental psychological; mentor mentorship guide; menu dish; merge merging; mess chaos;
message text; metal iron; metric metrics measurement; migrate migration; milk dairy; mine own; minimum min; minor
small; mirror reflect; misery suffer; miss lack; mistake error wrong; mix blend; mock stub fake; model example; modern
contemporary; modest humble; modify edit change update; moment instant; money cash funds finance; monitor monitoring
observe; monkey ape; month monthly; mood feeling; moon lunar; moral ethics; morning dawn; mother mom mum mama parent;
motivate motivation drive; motorcycle bike; mountain mountains peak; move moved relocate rename; movie film cinema;
mural painting; muscle strength; museum gallery; music song tune melody; mystery thriller; naked nude; name named
called; narrow thin; nationality country; native indigenous; nature outdoors outside wilderness; naughty mischief;
necessary needed; necklace pendant; need require must necessary; neighbor neighbour neighborhood; network networking
connections; new recent latest; news announcement; newspaper press; night evening; noise sound; normal ordinary; nose
smell; note notebook; notice observe; notify notification; number count amount; nurse nursing; obey comply; object
thing; observe watch; obtain get; obvious clear; occasion event; offend insult; office workplace; often frequently;
oil petroleum; old former previous; onion garlic; open opening; opera ballet; opinion view; opportunity chance; oppose
against; opposite contrary; optimistic positive hopeful; option flag parameter; orange citrus; order sequence; organ
kidney; organic natural; organize plan arrange; orphan adoption; outage downtime; outdoor outside nature; oven bake;
overcome conquer; overwhelm overwhelmed stressed; owner responsible; pack packing; package module; pact treaty; page
site website; pain ache painful; paint painting draw drawing sketch art artwork; palm tree; pandemic covid
coronavirus; panic fear; pants trousers jeans; paper document; parade pride; parameter argument; parent parenting
parenthood; park garden; parking park; participant attendee; participate involved join; partner spouse; party
celebration; passenger traveler; passion hobby; passport visa; password credential secret; path directory; patient
patience; pay payment paid; peace calm; peaceful calm serene; penalty punishment; pension retirement; pepper spice;
percent percentage; perfect flawless; perform performance show; performance speed latency; perfume scent; permanent
lasting; permission access rights privilege; permit license licence; pet dog cat animal; philosophy belief; phone
mobile smartphone; photo picture image photograph pic snapshot; physical bodily; physics science; piano keyboard;
picnic outing; piece part; pig pork; pillow cushion; pilot plane; pink purple; pipe tube; pipeline workflow; pizza
pasta; plan intend intention going; plane flight fly flew; planet space; plant tree; plastic recycle; plate dish;
pleasant nice; poem poetry poet; poison toxic; police officer; polite courteous; politics political politician;
pollution contaminate; poor poverty; popular famous; population inhabitants; port socket; portrait picture; possess
own; postcard letter; potato fries; powerful strong; pr pullrequest; practice rehearse training; praise compliment;
pray prayer; precious valuable; predict forecast; pregnant pregnancy expecting; prepare preparation ready;
presentation talk; preserve protect; president leader; press push; prevent avoid; price pricing cost; primary main;
prince princess; print copy; privacy private; problem issue trouble; process procedure; profit revenue; program
software; progress advance; project undertaking; promise commitment; promote promotion; protect protection safeguard;
protest demonstration rally; proud pride; proxy gateway; psychology psychologist; public community; pull drag; punish
punishment; pure clean; purpose aim reason; quality standard; quarrel fight; query sql; question query ask; queue
backlog; quiet silent; rabbit bunny; racism discrimination; radio station; rare unusual; raw uncooked; react response;
read reading book; realistic real; realize understand; reason why because; rebuild restore; recall remember; receive
received got; recently lately; recipe dish ingredient cook; recommend suggestion advise; recover recovery heal;
recycle recycling; reduce cut; refer mention; reflect reflection; refugee asylum; refund reimburse; regret sorry;
regular routine; reject decline refuse; relationship dating romance; relative kin; relax relaxation unwind chill;
release version publish; relief comfort; religion religious faith church; rely depend; remember remind memory; remind
reminder; remote distant; remove delete uninstall; rename renamed; renew renewal; rent lease apartment; repair fixing;
replace substitute swap; report document; repository repo; represent symbolize; reputation fame; request call;
requirement require prerequisite; rescue save; research study investigate; resident inhabitant; resign quit; resist
oppose; resolve solve; resource material; response reply; responsible charge; restaurant cafe diner bistro; restore
recover repair renovate; result outcome; retire retirement; return back; reveal disclose; revenge avenge; revert undo;
review feedback critique; reward prize; rhythm beat; rich wealthy; right rights; rise increase; ritual ceremony; river
stream creek; road drive driving route; rob theft steal; rock stone; rollback revert undo; romance romantic love; roof
ceiling; room space; rope cord; rose flower; rough harsh; row line; rug carpet; rule policy; run running jog jogging
marathon race; rural countryside; sacrifice give; sad unhappy upset depressed; safe safety; salad vegetable; salary
income; salt pepper; sand beach; satisfy satisfied pleased; sauce gravy; save store persist; scan read; scare scary
frightening; scene view; scent smell; schedule timetable calendar; scholarship grant; school college university
classroom; science scientist; score point; scratch mark; scream shout; screen display; script program; sculpt
sculpture pottery clay ceramic; sculpture statue; search look find; season winter; secret key token password; secure
security safe; seed plant; selfish greedy; sell sold sale vend; send sent mail; senior elder; sense feel; sensitive
delicate; separate apart; serious severe; serve service; server host machine; setting option preference; settle move;
setup configure configuration; sew sewing; sex gender; shake tremble; shape form; share give; shark ocean; shell bash;
shelter refuge homeless; shine glow; ship vessel; shirt tshirt; shock surprise; shoes sneakers; shop store shopping;
shore beach; shout yell; show display; shower bath; shrink reduce; shy timid; sick ill illness disease unwell; sign
signal; silence quiet; silly foolish; silver gold; similar alike same; sing singer vocal choir; single unmarried; size
dimension; skate skating skateboard; ski skiing snowboard; skill ability talent; skin dermatology; sleep rest nap;
slip slide; slow sluggish; small little tiny; smell odor; smile grin; snack food; snake reptile; soccer football;
social community; software program application; soldier veteran military army; solve solution fix; son boy child; song
track tune; sorry apologize apology; soul spirit; soup stew; source origin; spare extra; species kind; speech talk;
spicy hot; spider insect; split divide; sponsor fund; sport athletic exercise; spread expand; spring april; stable
steady; stage phase; stair step; standard norm; stare look; station stop; statue monument; steal theft; steel metal;
step steps; sticker badge; stomach belly digestion; stop quit halt cease abandon; storage disk volume; store storage
save shop; storm thunder; story tale narrative; strange weird; stranger unknown; strategy plan tactic; street road;
strength strong power; stress stressed anxiety pressure; stretch extend; strict harsh; stroke heart; struggle
difficulty; stubborn persistent; student pupil; study studied research; stupid foolish; style convention; subject
topic; succeed success; suffer pain; sugar sweet; suggest recommend propose advice; suicide death; suit outfit;
suitable appropriate; summer july august; sunset sunrise; supplement vitamin; supply provide; support encourage
backing supported; surf surfing wave; surface top; surgery operation; surprise unexpected; surround around; survey
poll; survive survival; suspect doubt; swap exchange; swear curse; sweater jumper; sweet dessert candy; swim swimming
pool; symbol symbolize represent; sympathy compassion; symptom sign; table schema desk; tail end; talent gift; talk
speak discuss conversation chat; tank container; tattoo ink; tax taxes; taxi cab; tea herbal; teach teacher teaching
instructor; team squad crew; technology tech; teenager teen; television tv; tell say said mention; temporary interim;
tennis racket; tension stress; terminal shell console; terrible awful; territory region; terror fear; test tests
testing spec; thank grateful thankful gratitude; theater play drama; theme topic; theory hypothesis; therapy
counseling therapist counselor; thin slim; think believe opinion; thirsty drink; threat danger; throat neck; ticket
issue admission; tie bind; tight close; time when; tired exhausted fatigue; title name; tobacco smoking; toilet
restroom; tomato sauce; tongue language; tool utility; touch feel; tourist traveler; tournament competition; toy doll;
trace track; traffic congestion; tragedy disaster; train railway; transfer move; transform change; transgender trans
lgbtq; transition change; translate translation; transport transportation; trap catch; trauma traumatic; travel trip
journey visit vacation; treasure precious; treat treatment; tree oak; trial test; trick prank; trip journey travel
vacation holiday tour; troubleshoot troubleshooting diagnose; truck lorry; trust faith; truth true; tune melody;
tunnel passage; twin sibling; type kind sort; ugly unattractive; ui interface frontend; understand comprehend; unique
special; unite together; universe cosmos; university campus; update upgrade refresh; urban city; urge desire; url link
address; user account; usual normal; vacation holiday getaway retreat; vaccine vaccination; valley canyon; value
worth; van vehicle; variable env; variety diversity; vegetable veggie; vegetarian vegan; verify confirm validate;
victim casualty; victory win; video clip; view scenery landscape; village town; violence violent; violin cello; virtue
good; visible seen; vision dream; voice vocal; volunteer volunteering; vote election; vulnerability exploit weakness;
wage pay; wait await; walk stroll; wander roam; want wish desire; war military army; warm heat; warn caution; warning
caution alert; watch see view; water river; weak frail; wealth rich; weapon gun; wear dress; weather rain snow; weave
weaving; website site web; wedding bride; week weekly; weekend saturday sunday; weight overweight obese; weird odd;
welcome greet; wet damp; wheel tire; where location place; whisper murmur; wild wildlife; wind breeze; wing feather;
winner champion; winter december; wire cable; wise wisdom; witness observe; wolf dog; wonder curious; wood timber;
workflow process; workout gym; worry concern worried; worship pray; wrist arm; write wrote written author; yard
garden; year annual yearly; yoga stretching; young youth; youth teenager; zoo animal
"""


@functools.cache
def kin(term: str) -> dict[str, float]:
    """The stems near a stem, each with how near it is."""
    found: dict[str, float] = {}
    for word, group in _by_initial().get(term[:_INITIAL], ()):
        if stem(word) == term:
            _add(found, term, [stem(other) for other in group.split()])
    return found


def _add(found: dict[str, float], term: str, stems: list[str]) -> None:
    for other in stems:
        if other != term:
            how = _TO_HEAD if stems[0] in (term, other) else _AMONG
            found[other] = max(how, found.get(other, 0.0))


@functools.cache
def _by_initial() -> dict[str, list[tuple[str, str]]]:
    """The words, each with its group, by how they begin."""
    found: dict[str, list[tuple[str, str]]] = {}
    for group in _GROUPS.split(";"):
        for word in group.split():
            found.setdefault(word[:_INITIAL], []).append((word, group))
    return found
