package source

import (
	"sort"
	"strings"

	"kinodex/internal/text"
)

// CountryCode returns the ISO 3166-1 alpha-2 code of a country by its English
// name or by its code, "" when unknown. States that are gone keep the code
// they had, as ISO 3166-3 records it:
//
//	SU Soviet Union   DD East Germany   CS Czechoslovakia
//	YU Yugoslavia, the Federal Republic of Yugoslavia, Serbia and Montenegro
//	AN Netherlands Antilles
//
// West Germany is DE, the code it had. Those that were renamed or became part
// of another go to the code of today: Burma MM, Zaire CD, Siam TH, Hong Kong
// and Macao keep HK and MO. Korea before its division is KR. Kosovo is XK, the
// code in general use.
// Names are compared folded; a code may be in lower case.
func CountryCode(s string) string {
	if len(s) == 2 {
		code := strings.ToUpper(s)
		if _, ok := countryNames[code]; ok {
			return code
		}
	}
	return countryCodes[text.Fold(s)]
}

// CountryName returns the English name of a code in capitals, "" when CountryCode gives no
// such code.
func CountryName(code string) string { return countryNames[code] }

// CountryCodes returns every code that CountryCode can give, sorted. The caller owns it.
func CountryCodes() []string {
	codes := make([]string, 0, len(countryNames))
	for code := range countryNames {
		codes = append(codes, code)
	}
	sort.Strings(codes)
	return codes
}

// moviedbCountries are the codes the movie database uses in its own sense.
var moviedbCountries = map[string]string{
	"XC": "CS", "XG": "DD", "CS": "YU", "XI": "GB", "ZR": "CD", "TP": "TL", "BU": "MM",
}

// moviedbCountry returns the ISO code of a code of the movie database, or of a name; "" when
// it is unknown.
func moviedbCountry(code string) string {
	if to, ok := moviedbCountries[code]; ok {
		return to
	}
	return CountryCode(code)
}

// countries returns the codes of names, each once, in order. Unknown names are counted and
// left out; when no name of several is known the cell counts as failed.
func (s *sink) countries(names []string) []string {
	var codes []string
	for _, name := range names {
		if name == "" {
			continue
		}
		code := CountryCode(name)
		if code == "" {
			s.repaired("unknown_country")
			continue
		}
		codes = appendOnce(codes, code)
	}
	if codes == nil && len(names) > 0 {
		s.failed()
	}
	return codes
}

// countryNames and countryCodes are made of countryTable: the first name is
// the one CountryName gives.
var countryNames, countryCodes = func() (map[string]string, map[string]string) {
	names, codes := map[string]string{}, map[string]string{}
	for line := range strings.Lines(countryTable) {
		code, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		for i, name := range strings.Split(list, ";") {
			if i == 0 {
				names[code] = name
			}
			codes[text.Fold(name)] = code
		}
	}
	return names, codes
}()

// countryTable lists, a line a country, its code and its names, the name that
// CountryName returns first.
const countryTable = `AD Andorra
AE United Arab Emirates;UAE
AF Afghanistan
AG Antigua and Barbuda
AI Anguilla
AL Albania
AM Armenia
AN Netherlands Antilles
AO Angola
AQ Antarctica
AR Argentina
AS American Samoa
AT Austria
AU Australia
AW Aruba
AX Åland Islands
AZ Azerbaijan
BA Bosnia and Herzegovina;Bosnia
BB Barbados
BD Bangladesh
BE Belgium
BF Burkina Faso;Upper Volta
BG Bulgaria
BH Bahrain
BI Burundi
BJ Benin;Dahomey
BL Saint Barthélemy
BM Bermuda
BN Brunei;Brunei Darussalam
BO Bolivia
BQ Bonaire, Sint Eustatius and Saba
BR Brazil
BS Bahamas;The Bahamas
BT Bhutan
BV Bouvet Island
BW Botswana
BY Belarus;Byelorussia
BZ Belize
CA Canada
CC Cocos (Keeling) Islands;Cocos  Islands
CD Democratic Republic of the Congo;The Democratic Republic of Congo;Congo, Democratic Republic of the;Zaire;Congo - Kinshasa
CF Central African Republic
CG Congo;Republic of the Congo;Congo - Brazzaville
CH Switzerland
CI Côte d'Ivoire;Ivory Coast;Cote D'Ivoire
CK Cook Islands
CL Chile
CM Cameroon
CN China;People's Republic of China;Mainland China
CO Colombia
CR Costa Rica
CS Czechoslovakia
CU Cuba
CV Cape Verde;Cabo Verde
CW Curaçao
CX Christmas Island
CY Cyprus
CZ Czech Republic;Czechia
DD East Germany;German Democratic Republic
DE Germany;West Germany;Federal Republic of Germany;Nazi Germany;Weimar Republic
DJ Djibouti
DK Denmark
DM Dominica
DO Dominican Republic
DZ Algeria
EC Ecuador
EE Estonia
EG Egypt
EH Western Sahara
ER Eritrea
ES Spain
ET Ethiopia
FI Finland
FJ Fiji
FK Falkland Islands
FM Federated States of Micronesia;Micronesia
FO Faroe Islands;Faeroe Islands
FR France
GA Gabon
GB United Kingdom;UK;Great Britain;England;Scotland;Wales;Northern Ireland;U.K.;Kingdom of Great Britain
GD Grenada
GE Georgia;Republic of Georgia;Georgian SSR
GF French Guiana
GG Guernsey
GH Ghana
GI Gibraltar
GL Greenland
GM Gambia;The Gambia
GN Guinea
GP Guadeloupe
GQ Equatorial Guinea
GR Greece
GS South Georgia and the South Sandwich Islands
GT Guatemala
GU Guam
GW Guinea-Bissau
GY Guyana
HK Hong Kong
HM Heard Island and McDonald Islands
HN Honduras
HR Croatia
HT Haiti
HU Hungary
ID Indonesia
IE Ireland;Republic of Ireland
IL Israel
IM Isle of Man
IN India
IO British Indian Ocean Territory
IQ Iraq
IR Iran;Iran, Islamic Republic of
IS Iceland
IT Italy;Kingdom of Italy
JE Jersey
JM Jamaica
JO Jordan
JP Japan
KE Kenya
KG Kyrgyzstan
KH Cambodia
KI Kiribati
KM Comoros
KN Saint Kitts and Nevis;St. Kitts and Nevis
KP North Korea;Democratic People's Republic of Korea
KR South Korea;Korea;Republic of Korea
KW Kuwait
KY Cayman Islands
KZ Kazakhstan
LA Laos;Lao People's Democratic Republic
LB Lebanon
LC Saint Lucia;St. Lucia
LI Liechtenstein
LK Sri Lanka;Ceylon
LR Liberia
LS Lesotho
LT Lithuania
LU Luxembourg
LV Latvia
LY Libya;Libyan Arab Jamahiriya
MA Morocco
MC Monaco
MD Moldova;Republic of Moldova
ME Montenegro
MF Saint Martin
MG Madagascar
MH Marshall Islands
MK North Macedonia;Macedonia;Republic of Macedonia;Republic of North Macedonia;The former Yugoslav Republic of Macedonia
ML Mali
MM Myanmar;Burma
MN Mongolia
MO Macao;Macau
MP Northern Mariana Islands
MQ Martinique
MR Mauritania
MS Montserrat
MT Malta
MU Mauritius
MV Maldives
MW Malawi
MX Mexico
MY Malaysia
MZ Mozambique
NA Namibia
NC New Caledonia
NE Niger
NF Norfolk Island
NG Nigeria
NI Nicaragua
NL Netherlands;The Netherlands;Holland
NO Norway
NP Nepal
NR Nauru
NU Niue
NZ New Zealand
OM Oman
PA Panama
PE Peru
PF French Polynesia
PG Papua New Guinea
PH Philippines;The Philippines
PK Pakistan
PL Poland
PM Saint Pierre and Miquelon;St. Pierre and Miquelon
PN Pitcairn;Pitcairn Island
PR Puerto Rico
PS Palestine;Mandatory Palestine;Occupied Palestinian Territory;State of Palestine;Palestinian Territory;Palestinian territories
PT Portugal
PW Palau
PY Paraguay
QA Qatar
RE Réunion
RO Romania
RS Serbia;Republic of Serbia
RU Russia;Russian Federation;Russian Empire
RW Rwanda
SA Saudi Arabia
SB Solomon Islands
SC Seychelles
SD Sudan
SE Sweden
SG Singapore
SH Saint Helena;St. Helena
SI Slovenia
SJ Svalbard and Jan Mayen;Svalbard & Jan Mayen Islands
SK Slovakia;Slovak Republic
SL Sierra Leone
SM San Marino
SN Senegal
SO Somalia
SR Suriname
SS South Sudan
ST São Tomé and Príncipe
SU Soviet Union;USSR;U.S.S.R.;Soviet occupation zone
SV El Salvador
SX Sint Maarten
SY Syria;Syrian Arab Republic
SZ Eswatini;Swaziland
TC Turks and Caicos Islands
TD Chad
TF French Southern Territories
TG Togo
TH Thailand;Siam
TJ Tajikistan
TK Tokelau
TL Timor-Leste;East Timor
TM Turkmenistan
TN Tunisia
TO Tonga
TR Turkey;Türkiye;Ottoman Empire
TT Trinidad and Tobago
TV Tuvalu
TW Taiwan;Taiwan, Province of China;Republic of China
TZ Tanzania;United Republic of Tanzania
UA Ukraine;Ukrainian SSR;Ukranian SSR
UG Uganda
UM United States Minor Outlying Islands
US United States;USA;United States of America;US;U.S.;U.S.A.;Hawaii
UY Uruguay
UZ Uzbekistan;Uzbek SSR
VA Vatican;Holy See;Vatican City
VC Saint Vincent and the Grenadines;St. Vincent and the Grenadines
VE Venezuela
VG British Virgin Islands
VI U.S. Virgin Islands;US Virgin Islands
VN Vietnam;Viet Nam;North Vietnam;South Vietnam
VU Vanuatu
WF Wallis and Futuna;Wallis and Futuna Islands
WS Samoa
XK Kosovo
YE Yemen;North Yemen;South Yemen
YT Mayotte
YU Yugoslavia;Federal Republic of Yugoslavia;Serbia and Montenegro;Socialist Federal Republic of Yugoslavia;Kingdom of Yugoslavia
ZA South Africa
ZM Zambia
ZW Zimbabwe;Rhodesia`
