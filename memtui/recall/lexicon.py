"""Words that recall knows beforehand: small ones, general ones, irregular forms.

Written by hand, for no store in particular. English, and the smallest words of some other languages; beyond them rarity
alone has to tell which words matter.
"""

# Words that carry nothing by themselves; neither looked up nor kept.
_SMALL = """
a about above after again against all also am an and any are aren't as at be because been before being below between
both but by can can't cannot could couldn't d did didn't do does doesn't doing don't down during each explain few for
from further had hadn't has hasn't have haven't having he her here hers herself him himself his how i i'm i've if in
into is isn't it it's its itself just let let's ll m me more most my myself no nor not now of off on once only or
other ought our ours ourselves out over own please re s same shall shan't she should shouldn't so some such t tell
than that that's the their theirs them themselves then there there's these they they're this those through to too
under until up us ve very was wasn't we we're were weren't what what's when where which while who who's whom why will
with won't would wouldn't you you're your yours yourself yourselves
"""

# Words that may stand in any question: they count, but less, and a memory need not have them.
_GENERAL = """
able according actual actually add affect another anybody anyone anything approach area around ask aspect available
back based become besides best better big biggest bit bring call certain come common compare concern concerning
consider current currently deal decide describe detail difference different discuss easy especially event ever every
everybody everyone everything exact exactly example experience express face fact far feel few find first follow
frequent frequently future general get give go good great guide guys happen hard hello help hi high hope idea
important include indicate influence info information interest interested involve issue keep kind know last late
lately later least let life like likely list little live long look lot main major make many matter may maybe mean
mention might month more much must name need never new next nice nobody none nothing now number occasionally occur
offer often ok old one open ordinary part particular past people person place plan play point portion possible
potential potentially prefer previous probably problem process provide put question quite rather read real really
reason receive recent recently recommend recurring regard regarding relate relation relative rest result right role
run same say season second see seem several shall share short show significant similar simple since situation small
solve somebody someone something sometimes soon sort special specific start state status stay step still stop strange
stuff suffer suggest suggestion sure take talk term terms thank thing things think third three time today together
tomorrow top total toward towards true try turn two type typical typically understand use used useful usual usually
various view visit want way week well whether whole without word work world year yes yesterday yet
"""

# The same of German, French, Spanish, Italian, Portuguese and Dutch, without accents; left out is what means something
# in English.
_GENERAL_ELSEWHERE = """
au auch auf aus aux avec bei bij ce ces cette chi com como cual cuales cuando da dans das de dei del della dem den der
des donde dos dove du een ein eine einem einen einer el elle elles en es est et fuer fur gli haben het hoe ich ihr il
ils im ist je kann las le les leur leurs lo los mein mit muss na naar nach nao ne nel nella nicht niet noch non nos
nosotros notre nous nur oder onde ook os ou para pas perche por porque pourquoi qual quale quand quando que quel
quelle quelles quels quem qui quien quoi sa sao schon se ses sie sind sobre soll sono sont su sus um uma una unas und
une uno unos uns unser unsere van von voor vos votre vous waar waarom wann wanneer warum welche welcher welches welke
wer werden wie wij wir wird wo wurde y zijn zu zum zur
"""

_IRREGULAR = """
analysis=analyses bad=worse,worst become=became begin=began,begun bend=bent bind=bound break=broke,broken breed=bred
bring=brought build=built buy=bought catch=caught child=children choose=chose,chosen come=came criterion=criteria
deal=dealt dig=dug do=did,done draw=drew,drawn drink=drank,drunk drive=drove,driven eat=ate,eaten fall=fell,fallen
feed=fed feel=felt fight=fought find=found flee=fled fly=flew,flown foot=feet forget=forgot,forgotten
freeze=froze,frozen give=gave,given go=went,gone good=better,best goose=geese grow=grew,grown hang=hung have=had
hear=heard hide=hid,hidden hold=held index=indices keep=kept knife=knives know=knew,known lay=laid lead=led
leaf=leaves leave=left lend=lent life=lives light=lit lose=lost make=made man=men matrix=matrices mean=meant
medium=media meet=met mouse=mice override=overrode,overridden pay=paid person=people rebuild=rebuilt rerun=reran
rewrite=rewrote,rewritten ride=rode,ridden rise=rose,risen run=ran say=said see=saw,seen seek=sought sell=sold
send=sent shake=shook,shaken shoot=shot shrink=shrank,shrunk sing=sang,sung sink=sank,sunk sleep=slept slide=slid
speak=spoke,spoken spend=spent spin=spun spring=sprang stand=stood steal=stole,stolen stick=stuck sting=stung
strike=struck swear=swore,sworn sweep=swept swim=swam,swum take=took,taken teach=taught tear=tore,torn tell=told
thesis=theses think=thought throw=threw,thrown tooth=teeth understand=understood undo=undid,undone vertex=vertices
wake=woke,woken wear=wore,worn weep=wept wife=wives win=won withdraw=withdrew,withdrawn woman=women
write=wrote,written
"""

SMALL = frozenset(_SMALL.split())
GENERAL = frozenset(_GENERAL.split()) | frozenset(_GENERAL_ELSEWHERE.split())
IRREGULAR = {
    form: base for base, forms in (item.split("=") for item in _IRREGULAR.split()) for form in forms.split(",")
}
_YEAR = "january february march april may june july august september october november december"
MONTH_NAMES = tuple(_YEAR.split())
MONTHS = frozenset(MONTH_NAMES) | {month[:3] for month in MONTH_NAMES}
# `mar` and `may` are words of their own.
IRREGULAR |= {month[:3]: month for month in MONTH_NAMES if month not in ("march", "may")} | {"sept": "september"}
