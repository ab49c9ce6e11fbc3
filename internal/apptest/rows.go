package apptest

// row is a film in short. What is zero or empty is unknown.
type row struct {
	id                         uint32
	moviedb                    int
	title, original            string
	year                       int
	released                   string
	runtime                    int
	genres, director           string // genres comma-separated
	languages, countries       string // comma-separated, the original language first
	rating, critics, second    float64
	votes                      int
	score                      float64
	budget, gross              int64
	foreign                    string // budget in another currency: "SEK 12000000"
	noms, wins                 int
	best                       string
	keywords, overview, slogan string
	cast                       string // "Name as Character; Name; …"
	poster                     string // storage (a drawn one, posters.go) or cdn
}

// Ids of films that tests name.
const (
	Crossing     = "tt0000101" // the best scored
	CrossingTwin = "tt0000102" // same title, other year
	Ensemble     = "tt0000110" // more than fifteen in the cast, watch providers
	It           = "tt0000120" // a title that others contain
	Bare         = "tt0000130" // nothing but title and id
	Longest      = "tt10203040"
	Absent       = "tt9999999" // no film has it
)

// rows are the whole catalogue, by id. None of these films exists.
var rows = []row{
	{id: 101, moviedb: 501, title: "The Crossing", year: 1948, released: "1948-10-02", runtime: 98, genres: "Drama,War", director: "Ilse Brandt",
		languages: "de,fr", countries: "DE", rating: 8.6, critics: 96, second: 8.1, votes: 182_500, score: 93.41, budget: 410_000, gross: 2_150_000,
		noms: 4, wins: 2, best: "won", keywords: "border,river,refugee", overview: "A ferryman takes strangers over a river that has become a border.",
		slogan: "One river. Two worlds.", cast: "Karl Wehner as The Ferryman; Rosa Lindt as Anna", poster: "storage"},
	{id: 102, moviedb: 502, title: "The Crossing", year: 1984, released: "1984-05-18", runtime: 112, genres: "Thriller", director: "Dan Whitlock",
		languages: "en", countries: "US", rating: 6.4, critics: 58, second: 6.1, votes: 9_120, score: 52.3, budget: 6_000_000, gross: 4_500_000,
		keywords: "train,heist", overview: "A signalman is paid to look away while a train is robbed.", cast: "Joe Marsh as Signalman; Ann Pell as Ruth", poster: "cdn"},
	{id: 103, title: "The Crossing", year: 2011, runtime: 87, genres: "Documentary", director: "Amina Diallo", languages: "fr,wo", countries: "SN,FR",
		rating: 7.2, votes: 640, score: 60.12, keywords: "sea,migration", overview: "Fishermen speak of those they took across the sea.", poster: "cdn"},
	{id: 104, moviedb: 504, title: "Echo", year: 2003, runtime: 95, genres: "Horror", director: "Tom Ferrant", languages: "en", countries: "GB",
		rating: 5.9, critics: 44, votes: 21_000, score: 47, budget: 2_000_000, gross: 31_000_000, keywords: "cave,ghost", cast: "Lena Hart as Iris", poster: "storage"},
	{id: 105, moviedb: 505, title: "Echo", year: 2003, runtime: 71, genres: "Animation,Family", director: "Noriko Abe", languages: "ja", countries: "JP",
		rating: 7.0, second: 7.3, votes: 2_400, score: 61.5, keywords: "mountain,voice", cast: "Yui Tanaka as Echo", poster: "storage"},
	{id: 106, moviedb: 506, title: "Yellow Boat", original: "Żółta łódź", year: 1976, runtime: 104, genres: "Drama,Romance", director: "Łukasz Żeromski",
		languages: "pl,ru", countries: "PL", rating: 7.8, critics: 89, second: 7.4, votes: 12_004, score: 78.9, keywords: "lake,summer", noms: 1,
		overview: "Two brothers restore a boat the summer their father leaves.", cast: "Zofia Śląska as Marta; Jan Wójcik", poster: "cdn"},
	{id: 107, moviedb: 507, title: "Café Müller", year: 1992, runtime: 121, genres: "Comedy,Drama", director: "Jörg Größe", languages: "de", countries: "DE,AT",
		rating: 7.1, critics: 75, second: 6.9, votes: 8_450, score: 66.6, foreign: "DEM 9000000", gross: 5_300_000, keywords: "coffee,strike",
		overview: "The waiters of a coffee house strike on the day of a wedding.", cast: "Änne Böhm as Frau Müller", poster: "storage"},
	{id: 108, moviedb: 508, title: "Summer in Évian", original: "L'Été à Évian", year: 1966, runtime: 89, genres: "Romance", director: "Hélène Mercier",
		languages: "fr", countries: "FR", rating: 7.5, critics: 82, votes: 5_020, score: 72.25, keywords: "lake,summer,spa", cast: "Zoé Leclerc as Odile", poster: "storage"},
	{id: 109, moviedb: 509, title: "Rain Over Shinjuku", original: "新宿の雨", year: 1954, runtime: 137, genres: "Crime,Drama", director: "Kenji Mori",
		languages: "ja", countries: "JP", rating: 8.3, critics: 97, second: 8.0, votes: 64_321, score: 90.1, noms: 1, keywords: "detective,rain,black market",
		overview: "A detective follows a stolen pistol through a city in the rain.", slogan: "It never stops.", cast: "Toru Hayashi as Inspector Ono; Michiko Sato as Kiku", poster: "storage"},
	{id: 110, moviedb: 510, title: "Everyone Came", year: 1999, released: "1999-12-24", runtime: 171, genres: "Comedy,Drama,Music", director: "Robert Allman, Grace Oyelaran",
		languages: "en,es,it", countries: "US,IT", rating: 7.7, critics: 88, second: 7.5, votes: 88_800, score: 80.8, budget: 24_000_000, gross: 71_000_000,
		noms: 6, best: "nominated", keywords: "wedding,ensemble,one night", overview: "One wedding, eighteen guests, and a band that will not leave.",
		cast:   "Ada Crane as The Bride; Bo Lund as The Groom; Cy Webb; Di Fox; Ed Hale; Flo Reed; Gus Park; Hal Dean; Ivy Moss; Jo Lake; Kit Shaw; Lou Barr; Mae West End; Ned Orr; Oz Pike; Pia Quist; Quin Rae; Rex Stone as The Drummer",
		poster: "storage"},
	{id: 111, moviedb: 511, title: "Say \"Cut\"", year: 1988, runtime: 93, genres: "Comedy", director: "Mel Strand", languages: "en", countries: "US",
		rating: 6.9, critics: 70, votes: 15_600, score: 60.12, budget: 4_200_000, gross: 9_900_000, keywords: "film set,director", overview: "A director's last take lasts all night.", poster: "cdn"},
	{id: 112, moviedb: 512, title: "<Silence> & Noise", year: 2008, runtime: 80, genres: "Documentary,Music", director: "Ola O'Neil", languages: "en,sv", countries: "SE",
		rating: 7.3, votes: 3_010, score: 64.4, foreign: "SEK 12000000", keywords: "sound,deafness", overview: "What a composer hears after he goes deaf: </script>, he says, is only a noise.", poster: "cdn"},
	{id: 113, moviedb: 513, title: "Señora Ñandú", year: 1971, runtime: 101, genres: "Western", director: "Íñigo Cortázar", languages: "es,qu", countries: "AR",
		rating: 6.7, votes: 1_950, score: 55.5, keywords: "pampa,revenge", cast: "Mercedes Ibáñez as La Señora", poster: "cdn"},
	{id: 114, moviedb: 514, title: "The Long Reel", year: 1915, runtime: 190, genres: "Drama,History", director: "A. W. Porter", languages: "xx", countries: "US",
		rating: 6.2, votes: 25_100, score: 50.01, budget: 85_000, gross: 900_000, keywords: "silent film,civil war", overview: "A printer keeps two brothers' letters through a war."},
	{id: 115, moviedb: 515, title: "Back\\Lot", year: 2016, runtime: 108, genres: "Crime,Thriller", director: "Sofia Reyes", languages: "en,es", countries: "US,MX",
		rating: 7.4, critics: 85, second: 7.2, votes: 101_000, score: 77.7, budget: 15_000_000, gross: 98_500_000, keywords: "studio,heist,desert", cast: "Luz Marín as Vega; Joe Marsh as Cole", poster: "cdn"},
	{id: 116, moviedb: 516, title: "Giants of the Deep", year: 2019, runtime: 141, genres: "Action,Adventure,Science Fiction", director: "Dan Whitlock Jr.", languages: "en", countries: "US,CN",
		rating: 6.1, critics: 49, second: 6.6, votes: 310_000, score: 63.2, budget: 190_000_000, gross: 812_000_000, keywords: "sea,monster,submarine",
		overview: "A drilling crew wakes what sleeps under the trench.", slogan: "Sink or swim.", cast: "Max Ryder as Captain Bolt; Ling Zhao as Dr. Wen", poster: "cdn"},
	{id: 117, moviedb: 517, title: "Giants of the Deep II", year: 2021, runtime: 133, genres: "Action,Science Fiction", director: "Dan Whitlock Jr.", languages: "en", countries: "US",
		rating: 4.8, critics: 22, second: 5.4, votes: 120_000, score: 38.4, budget: 220_000_000, gross: 190_000_000, keywords: "sea,monster,sequel", cast: "Max Ryder as Captain Bolt", poster: "cdn"},
	{id: 118, moviedb: 518, title: "The Clockmaker's Daughter", year: 1959, runtime: 92, genres: "Mystery", director: "Edith Vale", languages: "en", countries: "GB",
		rating: 7.6, critics: 90, votes: 14_800, score: 76.05, noms: 2, keywords: "clock,inheritance", overview: "A watch that runs backwards is left to the wrong woman.", cast: "Ann Pell as Clara", poster: "cdn"},
	{id: 119, moviedb: 519, title: "Smörgåsbord", year: 1983, runtime: 85, genres: "Comedy,Family", director: "Åke Öberg", languages: "sv", countries: "SE",
		rating: 6.6, votes: 2_222, score: 54.3, keywords: "food,midsummer", cast: "Pia Quist as Mormor", poster: "cdn"},
	{id: 120, moviedb: 520, title: "It", year: 2001, runtime: 118, genres: "Horror,Mystery", director: "Tom Ferrant", languages: "en", countries: "GB,IE",
		rating: 7.0, critics: 73, second: 6.8, votes: 55_500, score: 68.8, budget: 11_000_000, gross: 64_000_000, keywords: "well,childhood",
		overview: "Five friends return to the well they swore never to speak of.", cast: "Lena Hart as Nora; Cy Webb as The Voice", poster: "storage"},
	{id: 121, moviedb: 521, title: "It Rains", year: 1939, runtime: 74, genres: "Musical", director: "Viv Darnell", languages: "en", countries: "US", rating: 6.5,
		votes: 3_900, score: 53.1, noms: 1, wins: 1, keywords: "dance,rain", cast: "Flo Reed as Dot", poster: "cdn"},
	{id: 122, moviedb: 522, title: "Wreck It All", year: 2014, runtime: 99, genres: "Animation,Comedy", director: "Priya Nair", languages: "en,hi", countries: "US,IN",
		rating: 7.2, critics: 86, second: 7.4, votes: 205_000, score: 79.3, budget: 95_000_000, gross: 402_000_000, noms: 1, keywords: "robot,demolition", poster: "cdn"},
	{id: 123, moviedb: 523, title: "Monsoon Letters", original: "बारिश की चिट्ठियाँ", year: 2007, runtime: 148, genres: "Drama,Romance", director: "Priya Nair", languages: "hi,en", countries: "IN",
		rating: 7.9, critics: 92, second: 7.7, votes: 33_300, score: 83.3, budget: 3_100_000, gross: 27_400_000, keywords: "letters,monsoon,family",
		overview: "A postman reads a dead man's letters to the daughter who cannot.", cast: "Anjali Rao as Meera; Dev Kapoor as The Postman", poster: "cdn"},
	{id: 124, moviedb: 524, title: "Nine Winters", original: "Девять зим", year: 1969, runtime: 163, genres: "Drama,History", director: "Irina Volkova", languages: "ru", countries: "RU",
		rating: 8.0, critics: 94, votes: 19_900, score: 85.2, keywords: "exile,winter", cast: "Oleg Baranov", poster: "cdn"},
	{id: 125, moviedb: 525, title: "Zero for Two", year: 1995, runtime: 90, genres: "Sport", director: "Gus Park", languages: "en", countries: "AU", votes: 12, score: 41.0,
		keywords: "cricket", overview: "A village team that never scored gets one more season."},
	{id: 126, moviedb: 526, title: "Small Hours", year: 2013, genres: "Drama", director: "Lucía Paz", languages: "es", countries: "CL", rating: 7.1, votes: 870, score: 58.8, poster: "cdn"},
	{id: 127, title: "The Unrated", year: 2020, runtime: 60, genres: "Documentary", languages: "pt", countries: "BR", score: 45.5, keywords: "election"},
	{id: 128, moviedb: 528, title: "Stateless", year: 1997, runtime: 110, genres: "Drama", director: "Nadia Haddad", languages: "ar,en", rating: 7.4, critics: 84, votes: 4_600, score: 70.7,
		keywords: "border,passport", overview: "A man lives nine years in an airport's transit hall.", poster: "cdn"},
	{id: 129, moviedb: 529, title: "Free Admission", year: 1975, runtime: 84, genres: "Comedy", director: "Mel Strand", languages: "en", countries: "CA", rating: 5.1, critics: 31, votes: 1_100, score: 40.2,
		budget: 1_000_000, gross: 1_000_000, poster: "cdn"},
	{id: 130, title: "Bare", score: 44.4},
	{id: 131, moviedb: 531, title: "Dust and Honey", year: 1991, runtime: 126, genres: "Drama,Western", director: "Ruth Calder", languages: "en", countries: "US", rating: 7.7, critics: 87, second: 7.3,
		votes: 71_200, score: 81.9, budget: 12_000_000, gross: 88_000_000, noms: 5, wins: 3, best: "nominated", keywords: "bees,drought,farm", overview: "A widow keeps bees where nothing else will live.",
		cast: "Ann Pell as Esther; Rex Stone as Cal", poster: "cdn"},
	{id: 132, moviedb: 532, title: "Paper Lantern", original: "紙燈籠", year: 1986, runtime: 117, genres: "Drama", director: "Chen Wei", languages: "zh,ja", countries: "TW,CN", rating: 7.8, critics: 91, votes: 9_300,
		score: 79.3, keywords: "lantern,grandmother", cast: "Lin Mei as Ah-Po", poster: "cdn"},
	{id: 133, moviedb: 533, title: "Night Bus to Izmir", original: "İzmir'e Gece Otobüsü", year: 2004, runtime: 103, genres: "Comedy,Drama", director: "Işıl Güneş", languages: "tr", countries: "TR",
		rating: 7.3, votes: 16_700, score: 67.9, keywords: "bus,journey", cast: "Çağan Şahin as Şoför", poster: "cdn"},
	{id: 134, moviedb: 534, title: "The Last Projectionist", year: 2018, runtime: 96, genres: "Documentary,History", director: "Amina Diallo", languages: "fr,en", countries: "FR", rating: 7.6, critics: 93,
		votes: 2_050, score: 71.4, keywords: "cinema,projector", overview: "One man, one cinema, and eleven thousand reels.", poster: "cdn"},
	{id: 135, moviedb: 535, title: "Hard Eight Minutes", year: 1967, runtime: 8, genres: "Short", director: "Gil Navarro", languages: "pt", countries: "PT", rating: 6.8, votes: 310, score: 49.9},
	{id: 136, moviedb: 536, title: "Kingdom of Salt", year: 1978, runtime: 155, genres: "Adventure,Fantasy", director: "Robert Allman", languages: "en", countries: "GB,ES", rating: 6.3, critics: 55, second: 6.5,
		votes: 40_100, score: 57.6, budget: 30_000_000, gross: 21_000_000, noms: 3, wins: 1, keywords: "desert,king,curse", cast: "Hal Dean as The King", poster: "cdn"},
	{id: 137, moviedb: 537, title: "Heat of the Day", year: 1996, runtime: 170, genres: "Crime,Drama", director: "Michael Stern", languages: "en,es", countries: "US", rating: 8.2, critics: 90, second: 7.9,
		votes: 640_000, score: 91.5, budget: 60_000_000, gross: 187_000_000, keywords: "heist,detective,los angeles", overview: "A thief and the policeman who hunts him share one cup of coffee.",
		slogan: "One last score.", cast: "Al Denton as Hanley; Rob Nero as Neil", poster: "cdn"},
	{id: 138, moviedb: 538, title: "Ønskebarn", year: 2022, runtime: 107, genres: "Drama,Thriller", director: "Søren Mæhl", languages: "da", countries: "DK", rating: 7.0, second: 7.1, votes: 5_400, score: 62.2,
		keywords: "adoption", cast: "Signe Kjær as Maja", poster: "cdn"},
	{id: 139, moviedb: 539, title: "1987", year: 2017, runtime: 129, genres: "Drama,History,Thriller", director: "Jang Min-ho", languages: "ko", countries: "KR", rating: 7.8, votes: 11_800, score: 76.05,
		keywords: "protest,student", cast: "Kim Soo-jin as Yeon", poster: "cdn"},
	{id: 10203040, moviedb: 540, title: "The Number of the Film", year: 2023, released: "2023-11-03", runtime: 111, genres: "Science Fiction", director: "Grace Oyelaran", languages: "en,yo", countries: "NG,GB",
		rating: 7.5, critics: 88, second: 7.6, votes: 27_000, score: 73.3, budget: 5_000_000, gross: 14_600_000, keywords: "mathematics,signal", overview: "A statistician finds her own name in a signal from space.",
		cast: "Ada Crane as Dr. Bello", poster: "cdn"},
}
