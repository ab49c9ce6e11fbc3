package prompt

// fillerWords are words that say nothing of what a film should be, folded: function words, and
// the words with which one asks for a film.
const fillerWords = `a an the i me my mine we us our you your he she it its his they them their him this that these those there here who whom whose which what when where why how
is are was were be been being am do does did done have has had having can could will would should may might must shall
and or nor but so if then than as at by for from in into of off on onto out over to up with within about around between through during before after under above because while whether though although until upon
movie movies film films picture pictures flick flicks cinema story stories title titles thing things something anything everything someone anyone one ones kind kinds sort type types genre genres style set stuff
where some any all every each many much more most less least few lot lots bit little very really quite rather too also just only even still ever both either neither another else such same other
want wanted wants like likes liked love loved loves need needs looking look find show give get got recommend recommendation recommendations suggest suggestion suggestions watch watched watching see saw seen seeing tonight today
reccomend recomend reccommend recommand recomended reccomended adaptation adaptations thats smth smthg sth weekend evening night please thanks mood feel feeling feels favorite favourite favorites favourites enjoy enjoyed
prefer similar make makes made making features featuring starring directed director directors actor actors actress
actresses written theme themes themed plot plots based centered involving involves tell tells no not without never nothing except avoid dont doesnt isnt non hate dislike instead
oh well ok okay hi hello hey maybe perhaps s t re ve ll m d let lets since till onwards onward via per released release came filmed shot era worth time times vol place takes around
hour hours minute minutes min mins year years decade decades century old rated rating score imdb votes vote language produced production vibe vibes people person persons character characters nobody plays
hes shes thats theyre youre weve ive im tho ish esque`

// commonWords are frequent words of English that are no theme unless a film is to be about
// them, folded.
const commonWords = `absolute absolutely rough badly keep keeps keeping kept edge seat grown ups
dumb mindless hungry against freaked along properly necessarily hundred gorgeous stunning nasty ugly rainy lazy grandad grandma grandpa granny preferably ideally hardly barely twist twists
die dies died dying lives win wins won winner winners winning cry cries speak speaks fall falls exist exists loses leaves stays changes ends suck sucks matters
able add again ago ahead almost alone already always amazing among anybody anymore anyway anywhere apart appreciate ask asked asking awesome away awful back bad beautiful became become been begin beginning behind
believe best better big boring bored bought boy break brilliant bring brings brought buy call called came care case catch cause certain certainly chance change check choice choose class clean clear close cold come comes coming
completely consider cool country couple course crazy cross current currently cut cute dad date daughter day days deal decent decide definitely different difficult dinner down drive early easy eat else end ended ending enough entire
entirely especially evenings eventually exactly example excellent expect experience extremely eye eyes face fact fair fan fans fantastic far fast father favor feel felt fine finish finished first five follow food forget
form forward found four free friend friends full fully fun further game games gave general generally girl girlfriend boyfriend given glad go goes going gone good grandmother grandfather great group guess guy guys had half hand hang
happen happened happens hard head hear heard held help her high hits hold hole home hope hoping hot house huge husband idea imagine important in incredible instead interested interesting job join joke kept key kid kinda knew
know known knows last late lately later laugh lead learn leave left less life light likely line list listen live lived living long longer look looked looks lose lost loud lovely low lucky main mainly man mark matter mean means meaning
meant meet mention mentioned middle mind minor miss missed moment money month months morning mostly mother move moved name named near nearly never new next nice none normal normally note now number occasionally odd often
older once open opinion option options order original ought own paid part parts particular particularly pass past pay perfect pick piece place plan planning play played playing plenty plus point popcorn possible possibly
pretty previous probably problem proper put question questions quick quickly quiet rain raining ran rate read ready real realize reason recently recommended related remember reminds rent rest review reviews ride right road room round run
running sad said sat save saw say saying scene scenes school second seem seems sense serious seriously several share shop short shot side simple simply single sister sit situation six sleep small solid somehow somewhere son soon sorry
sound sounds special spend spent spoil stand star stars start started starts stay stick stop straight strong stuck super suppose sure surprise surprised surprisingly take taken taking talk talking taste tastes ten terrible terribly
theater theaters theatre thinking think third thought three tired together told tomorrow ton tonight took top totally totally touch town tried trip true try trying turn turned turns twice two type typical under
understand unfortunately used using usual usually version view wait waiting walk wall way ways wear wednesday week weekends weeks weird went wife whole wish woman wonder wonderful wondering word words work worked working works
world worried worth wow wrong wrote yeah yesterday yet young younger series cast acting performance soundtrack director effects graphics minded popular runs actress scared bored tears sold shown age aged born ages parents parent
mom mum brother kids wife adults adult teen woman women men lady ladies child fancy alike alternative examples genre selection collection picks pick ideas rentals anyone everybody everyone anywhere nights afternoon twist wild big
says ideally ideal exact exactly involved banned house filmmaker filmmakers deserved deserves deserve tiny youngest eldest yourself myself himself herself themselves partner remake author getting actual impress missus
hubby somebody otherwise gimme easily frightened sooner whenever semester touchy franchise lads learning speaking appreciated homework outgrown therapist`

// chatWords are words of conversation that are no theme at all, folded.
const chatWords = `accept suitable pleasure guilty agree ah aha alright anytime aww bet bless btw bye cheers chat congratulations cya dear definitely doing enjoy evening
farewell glad goodbye goodnight greetings haha hahaha heh hmm hm hopefully hows hurray lmao lol
luck morning nah nope np oops omg pardon pls plz sorry sup thank thanks thx umm um uh ugh welcome whats whatever wow yay yea yeah yep yes yup netflix hulu amazon prime hbo disney youtube streaming stream trailer trailers cinema theaters
theater theatre dvd bluray download rent subscription tv television recommendations opinion weekend weekends tonight tomorrow yesterday afternoon today monday tuesday wednesday thursday friday saturday sunday bored
boring exam please cannot having gonna wanna gotta kinda sorta dunno idk imo tbh personally honestly actually basically literally`
