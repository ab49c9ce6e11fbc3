package dataquality

import (
	"regexp"
	"slices"
	"strings"

	"kinodex/internal/film"
)

// Events are shown in cinemas and listed among films, but what one sees is a stage, a ring or
// somebody else's film. Each kind is known by how its makers title it.
var (
	// relay is a title that begins with a stage which relays its performances, set off from
	// the work, or that says so itself.
	relay = regexp.MustCompile(`(?i)^(the )?(national theatre live|national theater live|nt live|branagh theatre live|` +
		`royal shakespeare company|rsc live|rsc|shakespeare'?s globe( theatre)?|globe on screen|royal opera house( live)?[^:]*|royal ballet|` +
		`bolshoi ballet|metropolitan opera|met opera|met live|opera national de paris|glyndebourne|broadway ?hd|stratford festival|` +
		`exhibition on screen)( live| presents)?(:| - | – )` +
		`|\blive in hd\b|\bmetropolitan opera hd live\b|\blive cinema season\b`)
	// riff is a title that begins with a troupe whose commentary plays over a film.
	riff = regexp.MustCompile(`(?i)^(riff ?trax|cinematic titanic)\b`)
	// promotion is a title that begins with a promoter of bouts and goes on with a number, a
	// colon or an event's name. Initials are matched in capitals only.
	promotion = regexp.MustCompile(`^(UFC|WWE|WWF|WCW|ECW|AEW|NJPW|TNA|ROH|NWA|MLW|PFL|KSW|Bellator|Strikeforce|PRIDE FC|Pride FC|Invicta FC|ONE Championship)( (MMA|FC|Pro))?(:| \d|'s |/| [A-Z])`)
	// bout is a title of nothing but two short names against each other.
	bout = regexp.MustCompile(`(?i)^[^\s:]+( [^\s:]+){0,2} vs?\.? [^\s:]+( [^\s:]+){0,2}$`)
)

// Event returns what kind of event the title, or the original title, shows the film to be:
// "relay", "riff" or "bout"; "" for a film. Two names against each other are a bout only
// where sport is the sole genre, as they are a drama's title as well.
func Event(title, original string, genres []string) string {
	for _, t := range []string{title, original} {
		t = strings.ReplaceAll(t, "’", "'")
		switch {
		case relay.MatchString(t):
			return "relay"
		case riff.MatchString(t):
			return "riff"
		case promotion.MatchString(t) && !slices.Contains(genres, "Drama") && !slices.Contains(genres, "Documentary"):
			return "bout"
		case bout.MatchString(t) && slices.Equal(genres, []string{"Sport"}):
			return "bout"
		}
	}
	return ""
}

// event is the check of Event.
func event(f *film.Film) string {
	original := ""
	if f.OriginalTitle != nil {
		original = *f.OriginalTitle
	}
	return Event(f.Title, original, f.Genres)
}

var (
	// ofTelevision is how an overview begins, or what it says, of a television film or of
	// episodes that were joined.
	ofTelevision = regexp.MustCompile(`(?i)^(a|an|this|the) (\w+ )?(tv|television) (movie|film|special|series|mini-?series|pilot)\b|\bmade[- ]for[- ](tv|television)\b|` +
		`\bepisodes? (of|from) the (tv|television) series\b|\bisn't a feature film\b`)
	// ofSeries is a title that calls itself a series.
	ofSeries = regexp.MustCompile(`(?i)(\bthe complete series|\bweb ?series|\btv series|\(the series\))$|[:\-–] ?(the series|(complete )?season \d+)$`)
	// garbled are the traces of UTF-8 that was read as a Windows code page, and of letters
	// that were lost.
	garbled = regexp.MustCompile(`Ã[\x{80}-\x{BF}¢£©¨±³¶¼ƒ‚€™]|â€|â‚¬|Â[\x{80}-\x{BF}]|ï¿½|\x{FFFD}`)
	// explicit are keywords and titles of pornography. Films about it use none of them.
	explicitTitle   = regexp.MustCompile(`(?i)\bxxx[- ]?(parody|porn)|\bporn parody\b|\bgang ?bang\b|\bcreampie|\bcumshots?\b|\bblowjobs?\b`)
	explicitKeyword = regexp.MustCompile(`^(hardcore( porn(ography)?)?|pornographic (movie|film|video)|adult video)$`)
)

func television(f *film.Film) string {
	switch {
	case ofSeries.MatchString(f.Title):
		return "by its title"
	case slices.Contains(f.Keywords, "made for tv movie"), slices.Contains(f.Keywords, "tv movie"):
		return "by its keywords"
	case f.Overview != nil && ofTelevision.MatchString(*f.Overview):
		return "by its overview"
	}
	return ""
}

func adult(f *film.Film) string {
	switch {
	case explicitTitle.MatchString(f.Title):
		return "by its title"
	case slices.ContainsFunc(f.Keywords, explicitKeyword.MatchString):
		return "by its keywords"
	}
	return ""
}

func mojibake(f *film.Film) string {
	switch {
	case Garbled(f.Title):
		return "in the title"
	case f.Overview != nil && Garbled(*f.Overview):
		return "in the overview"
	}
	return ""
}

// Garbled reports whether a text has letters of the wrong character encoding.
func Garbled(text string) bool { return garbled.MatchString(text) }
