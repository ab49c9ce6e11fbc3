package screenplay

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Form is what a text is that was read as a screenplay.
type Form uint8

// The forms of a text.
const (
	// FormScreenplay has scenes or cues, and says what is seen.
	FormScreenplay Form = iota
	// FormTranscript has what was said, and hardly anything of what was seen:
	// subtitles, dialogue lists, interviews.
	FormTranscript
	// FormProse is written in sentences and paragraphs: novels, articles,
	// treatments.
	FormProse
	// FormOther is none of these: lists, verse, code, plays for the stage.
	FormOther
)

// String names the form as the interface does.
func (f Form) String() string {
	return [...]string{"screenplay", "transcript", "prose", "other"}[f]
}

// FormEvidence is what a Form was told from. Shares are from 0 to 1; one of nothing
// is 0.
type FormEvidence struct {
	SceneHeadings       int     `json:"scene_headings" minimum:"0"`
	HeadingsWithSetting int     `json:"headings_with_setting" minimum:"0" doc:"Those that say interior or exterior."`
	Speeches            int     `json:"speeches" minimum:"0" doc:"Under or behind the name of who speaks."`
	Speakers            int     `json:"speakers" minimum:"0"`
	Words               int     `json:"words" minimum:"0" doc:"Of dialogue and action."`
	DialogueShare       float64 `json:"dialogue_share" minimum:"0" maximum:"1" doc:"Of these words."`
	QuotedShare         float64 `json:"quoted_share" minimum:"0" maximum:"1" doc:"Of the words outside of dialogue: those within quotation marks."`
	SpokenShare         float64 `json:"spoken_share" minimum:"0" maximum:"1" doc:"Of the sentences outside of dialogue and quotation marks: those that ask or exclaim."`
	AddressShare        float64 `json:"address_share" minimum:"0" maximum:"1" doc:"Of the words outside of dialogue and quotation marks: those that address somebody, such as you and your."`
	LabelledShare       float64 `json:"labelled_share" minimum:"0" maximum:"1" doc:"Of the speeches: those that begin on the line of the name, as in NAME: words."`
	ParagraphWords      float64 `json:"paragraph_words" minimum:"0" doc:"Length of the paragraph that a word outside of dialogue stands in, on average."`
	SentenceWords       float64 `json:"sentence_words" minimum:"0" doc:"Mean length of the sentences outside of dialogue, quoted ones included; 0 without any."`
	TimeCodes           int     `json:"time_codes" minimum:"0" doc:"Lines that say when something is shown, as subtitles have them."`
	StageHeadings       int     `json:"stage_headings" minimum:"0" doc:"Acts and scenes that are numbered, as plays for the stage have them."`
	Reason              string  `json:"reason" doc:"Why the text counts as this form."`
}

// FormOf says what a text is, and why, by what was read of it. It takes about a
// millisecond for a feature film.
//
// A text with scene headings or speeches that say where and who, in about the numbers
// screenplays have, is a screenplay, whatever else is in it. In what is not, nearly
// all that was read is dialogue (a transcript), or sentences in paragraphs (prose).
func FormOf(s *Script) (Form, FormEvidence) {
	e := evidenceOf(s)
	form, reason := e.form()
	e.Reason = reason
	return form, e
}

// The bounds between forms. They were chosen on produced screenplays, on transcripts with
// and without names, and on prose.
const (
	// wordsPerSetting is the most words a screenplay has for each heading that states
	// a setting; produced ones have some 150.
	wordsPerSetting = 1500
	// wordsPerHeading is the same for headings that state none.
	wordsPerHeading = 400
	// transcriptDialogue is the share of dialogue from which what was seen is missing;
	// labelledDialogue is that of speeches behind a name on the same line.
	transcriptDialogue, labelledDialogue = 0.86, 0.5
	// wordsPerSpeech is the most words a screenplay without such headings has for each
	// speech; leastDialogue and leastAction are the shares of both that it has.
	wordsPerSpeech = 120
	leastDialogue  = 0.1
	// spokenSentences is the share of questions and exclamations that only speech
	// has; less of them will do, someSpoken, where somebody is addressed with at
	// least addressed of the words.
	spokenSentences, someSpoken, addressed = 0.22, 0.1, 0.025
	// wordsPerTimeCode is the most words subtitles have for each time code.
	wordsPerTimeCode = 60
	// The mean length of sentences of prose.
	shortestSentences, longestSentences = 4, 70
)

// form tells the form, and why.
func (e *FormEvidence) form() (Form, string) {
	switch {
	case e.Words == 0 && e.SceneHeadings == 0:
		return FormOther, "there are no words of action or dialogue in it"
	case e.TimeCodes*wordsPerTimeCode >= e.Words && e.TimeCodes > 1:
		return FormTranscript, fmt.Sprintf("it has %d time codes, as subtitles do", e.TimeCodes)
	case e.HeadingsWithSetting > 0 && e.HeadingsWithSetting*wordsPerSetting >= e.Words:
		return FormScreenplay, fmt.Sprintf("it has %d scene headings that say interior or exterior", e.HeadingsWithSetting)
	case e.Speeches >= 3 && (e.DialogueShare >= transcriptDialogue || e.LabelledShare >= 0.5 && e.DialogueShare >= labelledDialogue):
		if e.StageHeadings > 1 {
			return FormOther, fmt.Sprintf("it has %d numbered acts or scenes, as plays for the stage do, and hardly any action", e.StageHeadings)
		}
		return FormTranscript, fmt.Sprintf("%.0f%% of its words are dialogue, and hardly any scene is set", 100*e.DialogueShare)
	case e.Speeches >= 3 && e.Speeches*wordsPerSpeech >= e.Words && e.DialogueShare >= leastDialogue:
		return FormScreenplay, fmt.Sprintf("it has %d speeches under the names of %d speakers, and action between them", e.Speeches, e.Speakers)
	case e.SceneHeadings > 1 && e.SceneHeadings*wordsPerHeading >= e.Words:
		return FormScreenplay, fmt.Sprintf("it has %d headings, as of scenes, and action below them", e.SceneHeadings)
	case e.SentenceWords < shortestSentences || e.SentenceWords > longestSentences:
		return FormOther, "it is not written in sentences, and has no scenes or speeches"
	case e.SpokenShare >= spokenSentences && e.QuotedShare < e.SpokenShare, e.SpokenShare >= someSpoken && e.AddressShare >= addressed:
		return FormTranscript, fmt.Sprintf("outside of quotation marks %.0f%% of its sentences ask or exclaim and %.1f%% of its words address somebody, as in speech", 100*e.SpokenShare, 100*e.AddressShare)
	}
	return FormProse, fmt.Sprintf("it is written in sentences and paragraphs, %.0f%% of them within quotation marks, with hardly any scene headings or speeches", 100*e.QuotedShare)
}

// evidenceOf measures a script.
func evidenceOf(s *Script) FormEvidence {
	e := FormEvidence{SceneHeadings: len(s.Scenes), Speeches: len(s.Speeches), Speakers: len(s.Characters)}
	for i := range s.Scenes {
		if s.Scenes[i].Setting != Unsaid {
			e.HeadingsWithSetting++
		}
	}
	dialogue := 0
	var action proseCounts
	for i := range s.Elements {
		switch element := &s.Elements[i]; element.Kind {
		case Dialogue, Lyric:
			for range strings.FieldsSeq(element.Text) {
				dialogue++
			}
		case Action:
			action.paragraph(element.Text)
		}
	}
	e.LabelledShare = part(s.labelled(), e.Speeches)
	acts := 0
	for line := range strings.Lines(s.Source) {
		switch {
		case hasTimeCode(line):
			e.TimeCodes++
		case isStageHeading(line):
			e.StageHeadings++
			if strings.HasPrefix(strings.ToUpper(strings.TrimSpace(line)), "ACT") {
				acts++
			}
		}
	}
	if acts == 0 { // numbered scenes alone are no play's
		e.StageHeadings = 0
	}
	e.Words = dialogue + action.words
	e.DialogueShare = part(dialogue, e.Words)
	e.QuotedShare = part(action.quoted, action.words)
	e.SpokenShare = part(action.loud, action.sentences)
	e.AddressShare = part(action.addressing, action.words-action.quoted)
	if action.words > 0 {
		e.ParagraphWords = float64(action.squares) / float64(action.words)
	}
	if all := action.sentences + action.quotedSentences; all > 0 {
		e.SentenceWords = float64(action.words) / float64(all)
	}
	return e
}

// labelled counts the speeches that begin on the line of their cue. Final Draft has no
// lines.
func (s *Script) labelled() (n int) {
	if s.Format == FinalDraft {
		return 0
	}
	for i := range s.Speeches {
		of := &s.Speeches[i]
		if of.First+1 >= of.Last {
			continue
		}
		from, to := s.Elements[of.First].Start, s.Elements[of.First+1].Start
		if from < to && to <= len(s.Source) && strings.IndexByte(s.Source[from:to], '\n') < 0 {
			n++
		}
	}
	return n
}

// part returns n of all, or 0 of nothing, with four decimals.
func part(n, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64((20000*n+all)/(2*all)) / 10000
}

// proseCounts counts what stands outside of dialogue.
type proseCounts struct {
	words, quoted, squares int
	// Outside of quotation marks: sentences, those of them that ask or exclaim, and
	// words that address somebody.
	sentences, loud, addressing int
	quotedSentences             int
}

// paragraph adds a paragraph. What is quoted ends with it.
func (r *proseCounts) paragraph(text string) {
	words, inside := 0, false
	for word := range strings.FieldsSeq(text) {
		words++
		opens, closes := quotes(word)
		inside = inside || opens
		end, loud := endsSentence(word)
		switch {
		case inside:
			r.quoted++
			if end {
				r.quotedSentences++
			}
		case end:
			r.sentences++
			if loud {
				r.loud++
			}
		}
		if !inside && addresses(word) {
			r.addressing++
		}
		if closes {
			inside = false
		}
	}
	r.words += words
	r.squares += words * words
}

// isASCIIWord reports whether a byte is a letter or digit of ASCII.
func isASCIIWord(b byte) bool {
	return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9'
}

// quotes reports whether a quotation begins before the word, and whether one ends
// behind it, in the marks of any language that has pairs of them. An apostrophe does
// not count within a word.
func quotes(word string) (opens, closes bool) {
	if isASCIIWord(word[0]) && isASCIIWord(word[len(word)-1]) {
		return false, false // nearly all words
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "([-—–"))
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(word, ".,;:!?)]-—–…"))
	return strings.ContainsRune(`"“”„«»‘‚'`, first), strings.ContainsRune(`"“”«»’'`, last)
}

// addresses reports whether a word is a pronoun of the second person that is no other
// word: of English, German, French, Spanish, Italian or Portuguese.
func addresses(word string) bool {
	if len(word) > 12 {
		return false
	}
	if strings.IndexByte("yYdDeEtTvVuU", word[0]) < 0 && isASCIIWord(word[0]) {
		return false // nearly all words
	}
	word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
	if i := strings.IndexAny(word, "'’"); i > 0 {
		word = word[:i]
	}
	if len(word) < 2 || len(word) > 8 {
		return false
	}
	switch strings.ToLower(word) {
	case "you", "your", "yours", "yourself", "ya", "dich", "dir", "dein", "deine", "deinen", "euch", "tu", "toi", "vous", "votre", "vos",
		"tú", "usted", "ustedes", "você", "vocês", "voi":
		return true
	}
	return false
}

// endsSentence reports whether a sentence ends with the word, and whether it asks or
// exclaims.
func endsSentence(word string) (end, loud bool) {
	if isASCIIWord(word[len(word)-1]) {
		return false, false // nearly all words
	}
	for {
		last, size := utf8.DecodeLastRuneInString(word)
		switch last {
		case '.', '…', '。':
			return len(word) > size, false
		case '?', '!', '？', '！':
			return true, true
		case ')', ']', '"', '”', '’', '\'', '»':
			word = word[:len(word)-size]
			continue
		}
		return false, false
	}
}

// hasTimeCode reports whether a line says from when to when something is shown, as
// SubRip (00:01:02,500 --> 00:01:04,000) and WebVTT do, or begins with a time in
// brackets.
func hasTimeCode(line string) bool {
	if from, to, ok := strings.Cut(line, "-->"); ok {
		return isClockTime(strings.TrimSpace(from)) && isClockTime(firstWord(to))
	}
	line = strings.TrimSpace(line)
	if line == "" || line[0] != '[' && line[0] != '(' {
		return false
	}
	end := strings.IndexAny(line, "])")
	return end > 0 && isClockTime(line[1:end])
}

// firstWord returns the first word of a text; "" of a blank one.
func firstWord(text string) string {
	for word := range strings.FieldsSeq(text) {
		return word
	}
	return ""
}

// isClockTime reports whether a text is a time of hours, minutes and seconds: digits with at
// least one colon, and with fractions.
func isClockTime(text string) bool {
	colons := 0
	for _, r := range text {
		switch {
		case r == ':':
			colons++
		case r != '.' && r != ',' && !unicode.IsDigit(r):
			return false
		}
	}
	return colons > 0 && len(text) > 3 && unicode.IsDigit(rune(text[0]))
}

// isStageHeading reports whether a line is an act or a scene with its number and nothing
// else, as plays for the stage have them.
func isStageHeading(line string) bool {
	line = strings.Trim(strings.TrimSpace(line), ".:")
	if len(line) > 40 || line == "" || strings.IndexByte("aAsS", line[0]) < 0 {
		return false
	}
	word, number, ok := strings.Cut(strings.ToUpper(line), " ")
	if !ok || word != "ACT" && word != "SCENE" {
		return false
	}
	number = firstWord(strings.Trim(number, "., "))
	return number != "" && strings.Trim(strings.TrimRight(number, ".,:"), "IVXL0123456789") == ""
}
