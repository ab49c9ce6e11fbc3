package prompt

// region is a country or language with the words people use for it.
type region struct {
	code  string // ISO 3166-1 alpha-2, or ISO 639-1
	name  string
	words []string // folded
}

// cities are those that prompts name as the place of a film without saying that it is set there, folded,
// by the name that keywords have for them. Cities that are better known as titles or words are left out.
var cities = map[string]string{
	"amsterdam": "amsterdam", "athens": "athens", "bangkok": "bangkok", "barcelona": "barcelona", "beijing": "beijing", "berlin": "berlin", "boston": "boston",
	"brooklyn": "brooklyn", "budapest": "budapest", "buenos aires": "buenos aires", "cairo": "cairo", "chicago": "chicago", "copenhagen": "copenhagen",
	"detroit": "detroit", "dublin": "dublin", "edinburgh": "edinburgh", "harlem": "harlem", "havana": "havana", "istanbul": "istanbul", "jerusalem": "jerusalem",
	"las vegas": "las vegas", "lisbon": "lisbon", "london": "london", "los angeles": "los angeles", "madrid": "madrid", "marseille": "marseille",
	"mexico city": "mexico city", "miami": "miami", "montreal": "montreal", "moscow": "moscow", "mumbai": "mumbai", "naples": "naples",
	"new orleans": "new orleans", "new york": "new york", "new york city": "new york", "nyc": "new york", "paris": "paris", "philadelphia": "philadelphia",
	"prague": "prague", "rio de janeiro": "rio de janeiro", "rome": "rome", "san francisco": "san francisco", "seattle": "seattle", "seoul": "seoul",
	"shanghai": "shanghai", "stockholm": "stockholm", "sydney": "sydney", "tangier": "tangier", "tel aviv": "tel aviv", "tokyo": "tokyo", "toronto": "toronto",
	"venice": "venice", "vienna": "vienna",
}

// countries are those that prompts name, ascending by code.
var countries = []region{
	{"AR", "Argentina", []string{"argentina", "argentine", "argentinian"}},
	{"AT", "Austria", []string{"austria", "austrian"}},
	{"AU", "Australia", []string{"australia", "australian", "aussie"}},
	{"BA", "Bosnia and Herzegovina", []string{"bosnia", "bosnian"}},
	{"BE", "Belgium", []string{"belgium", "belgian"}},
	{"BG", "Bulgaria", []string{"bulgaria", "bulgarian"}},
	{"BR", "Brazil", []string{"brazil", "brazilian"}},
	{"CA", "Canada", []string{"canada", "canadian"}},
	{"CH", "Switzerland", []string{"switzerland", "swiss"}},
	{"CL", "Chile", []string{"chile", "chilean"}},
	{"CN", "China", []string{"china", "chinese"}},
	{"CO", "Colombia", []string{"colombia", "colombian"}},
	{"CU", "Cuba", []string{"cuba", "cuban"}},
	{"CZ", "Czechia", []string{"czechia", "czech", "czech republic"}},
	{"DE", "Germany", []string{"germany", "german"}},
	{"DK", "Denmark", []string{"denmark", "danish"}},
	{"DZ", "Algeria", []string{"algeria", "algerian"}},
	{"EE", "Estonia", []string{"estonia", "estonian"}},
	{"EG", "Egypt", []string{"egypt", "egyptian"}},
	{"ES", "Spain", []string{"spain", "spanish"}},
	{"ET", "Ethiopia", []string{"ethiopia", "ethiopian"}},
	{"FI", "Finland", []string{"finland", "finnish"}},
	{"FR", "France", []string{"france", "french"}},
	{"GB", "the United Kingdom", []string{"britain", "british", "united kingdom", "uk", "england", "scotland", "scottish", "great britain", "wales", "welsh"}},
	{"GE", "Georgia", []string{"", "georgian"}},
	{"GR", "Greece", []string{"greece", "greek"}},
	{"HK", "Hong Kong", []string{"hong kong", "hongkong"}},
	{"HR", "Croatia", []string{"croatia", "croatian"}},
	{"HU", "Hungary", []string{"hungary", "hungarian"}},
	{"ID", "Indonesia", []string{"indonesia", "indonesian"}},
	{"IE", "Ireland", []string{"ireland", "irish"}},
	{"IL", "Israel", []string{"israel", "israeli"}},
	{"IN", "India", []string{"india", "indian", "bollywood"}},
	{"IR", "Iran", []string{"iran", "iranian"}},
	{"IS", "Iceland", []string{"iceland", "icelandic"}},
	{"IT", "Italy", []string{"italy", "italian"}},
	{"JM", "Jamaica", []string{"jamaica", "jamaican"}},
	{"JP", "Japan", []string{"japan", "japanese"}},
	{"KE", "Kenya", []string{"kenya", "kenyan"}},
	{"KH", "Cambodia", []string{"cambodia", "cambodian"}},
	{"KR", "South Korea", []string{"korea", "korean", "south korea", "south korean"}},
	{"LB", "Lebanon", []string{"lebanon", "lebanese"}},
	{"LT", "Lithuania", []string{"lithuania", "lithuanian"}},
	{"LU", "Luxembourg", []string{"luxembourg"}},
	{"LV", "Latvia", []string{"latvia", "latvian"}},
	{"MA", "Morocco", []string{"morocco", "moroccan"}},
	{"MX", "Mexico", []string{"mexico", "mexican"}},
	{"MY", "Malaysia", []string{"malaysia", "malaysian"}},
	{"NG", "Nigeria", []string{"nigeria", "nigerian", "nollywood"}},
	{"NL", "the Netherlands", []string{"netherlands", "dutch", "holland", "the netherlands"}},
	{"NO", "Norway", []string{"norway", "norwegian"}},
	{"NZ", "New Zealand", []string{"new zealand", "kiwi"}},
	{"PE", "Peru", []string{"peru", "peruvian"}},
	{"PH", "the Philippines", []string{"philippines", "philippine", "filipino"}},
	{"PK", "Pakistan", []string{"pakistan", "pakistani"}},
	{"PL", "Poland", []string{"poland", "polish"}},
	{"PT", "Portugal", []string{"portugal", "portuguese"}},
	{"RO", "Romania", []string{"romania", "romanian"}},
	{"RS", "Serbia", []string{"serbia", "serbian"}},
	{"RU", "Russia", []string{"russia", "russian"}},
	{"SE", "Sweden", []string{"sweden", "swedish"}},
	{"SG", "Singapore", []string{"singapore", "singaporean"}},
	{"SI", "Slovenia", []string{"slovenia", "slovenian"}},
	{"SK", "Slovakia", []string{"slovakia", "slovak"}},
	{"SN", "Senegal", []string{"senegal", "senegalese"}},
	{"SU", "the Soviet Union", []string{"soviet", "soviet union", "ussr"}},
	{"TH", "Thailand", []string{"thailand", "thai"}},
	{"TN", "Tunisia", []string{"tunisia", "tunisian"}},
	{"TR", "Turkey", []string{"turkey", "turkish"}},
	{"TW", "Taiwan", []string{"taiwan", "taiwanese"}},
	{"UA", "Ukraine", []string{"ukraine", "ukrainian"}},
	{"US", "the United States", []string{"united states", "american", "usa", "hollywood", "the us", "america", "united states of america"}},
	{"UY", "Uruguay", []string{"uruguay", "uruguayan"}},
	{"VE", "Venezuela", []string{"venezuela", "venezuelan"}},
	{"VN", "Vietnam", []string{"", "vietnamese"}}, // "vietnam" is more often a theme
	{"YU", "Yugoslavia", []string{"yugoslavia", "yugoslav", "yugoslavian"}},
	{"ZA", "South Africa", []string{"south africa", "south african"}},
}

// languages are those that prompts name, ascending by code.
var languages = []region{
	{"ar", "Arabic", []string{"arabic"}},
	{"bn", "Bengali", []string{"bengali"}},
	{"cs", "Czech", []string{"czech"}},
	{"cn", "Cantonese", []string{"cantonese"}},
	{"da", "Danish", []string{"danish"}},
	{"de", "German", []string{"german"}},
	{"el", "Greek", []string{"greek"}},
	{"en", "English", []string{"english"}},
	{"es", "Spanish", []string{"spanish"}},
	{"fa", "Persian", []string{"persian", "farsi"}},
	{"fi", "Finnish", []string{"finnish"}},
	{"fr", "French", []string{"french"}},
	{"he", "Hebrew", []string{"hebrew"}},
	{"hi", "Hindi", []string{"hindi"}},
	{"hu", "Hungarian", []string{"hungarian"}},
	{"id", "Indonesian", []string{"indonesian"}},
	{"is", "Icelandic", []string{"icelandic"}},
	{"it", "Italian", []string{"italian"}},
	{"ja", "Japanese", []string{"japanese"}},
	{"ko", "Korean", []string{"korean"}},
	{"ml", "Malayalam", []string{"malayalam"}},
	{"nl", "Dutch", []string{"dutch"}},
	{"no", "Norwegian", []string{"norwegian"}},
	{"pl", "Polish", []string{"polish"}},
	{"pt", "Portuguese", []string{"portuguese"}},
	{"ro", "Romanian", []string{"romanian"}},
	{"ru", "Russian", []string{"russian"}},
	{"sv", "Swedish", []string{"swedish"}},
	{"ta", "Tamil", []string{"tamil"}},
	{"te", "Telugu", []string{"telugu"}},
	{"th", "Thai", []string{"thai"}},
	{"tl", "Tagalog", []string{"tagalog"}},
	{"tr", "Turkish", []string{"turkish"}},
	{"uk", "Ukrainian", []string{"ukrainian"}},
	{"zh", "Chinese", []string{"mandarin", "chinese"}},
}

// countryGroups are groups of countries that prompts name, folded, with the codes of their
// members; a film of one of them is meant.
var countryGroups = []struct {
	words []string
	codes string
}{
	{[]string{"nordic"}, "SE NO DK FI IS"},
	{[]string{"scandinavian", "scandinavia"}, "SE NO DK"},
	{[]string{"baltic"}, "EE LV LT"},
	{[]string{"benelux"}, "BE NL LU"},
	{[]string{"iberian"}, "ES PT"},
	{[]string{"balkan", "balkans"}, "RS HR BA SI BG RO GR YU MK AL ME"},
	{[]string{"eastern european", "eastern europe", "east european"}, "PL CZ SK HU RO BG RU UA SU"},
	{[]string{"western european", "western europe"}, "FR DE GB IT ES NL BE AT CH IE PT"},
	{[]string{"european", "europe"}, "FR DE GB IT ES NL BE AT CH IE PT SE NO DK FI IS PL CZ SK HU RO BG GR RS HR BA SI UA EE LV LT LU YU RU SU"},
	{[]string{"east asian"}, "JP KR CN HK TW"},
	{[]string{"southeast asian", "south east asian"}, "TH VN ID MY PH SG KH"},
	{[]string{"asian", "asia"}, "JP KR CN HK TW TH VN ID MY PH SG KH IN PK IR"},
	{[]string{"latin american", "latin america", "south american", "south america", "latino"}, "MX AR BR CL CO CU PE UY VE"},
	{[]string{"african", "africa"}, "ZA NG SN EG MA DZ TN KE ET ML BF CI CM CD GH UG RW ZW TZ TD NE GN LY SD MR"},
	{[]string{"middle eastern", "middle east"}, "IR IL LB EG TR"},
	{[]string{"arab"}, "EG LB MA DZ TN"},
	{[]string{"north american", "north america"}, "US CA"},
}

// CountryName returns a country's English name as it stands in a sentence ("the Netherlands");
// the code itself when it has none here.
func CountryName(code string) string { return nameIn(countries, code) }

// LanguageName returns a language's English name; the code itself when it has none here.
func LanguageName(code string) string { return nameIn(languages, code) }

// nameIn returns the name of a code, the code itself when it has none. It takes linear time.
func nameIn(all []region, code string) string {
	for i := range all {
		if all[i].code == code {
			return all[i].name
		}
	}
	return code
}
