package measure

// tally counts what is in a scene. Tallies add up: the script's is the sum of
// its scenes' and of what stands before the first. sentiment is the sum over
// sentences of their score times their words; all other fields are counts,
// never negative.
type tally struct {
	dialogue, action        int // words
	apparatus               int // words of headings, cues, parentheticals, transitions
	sentences               int
	dialogueSentences       int // sentences of dialogue
	questions, exclamations int // lines that ask, that exclaim
	profanities             int // strong words of dialogue
	speeches                int // with words
	spoken                  int // words of dialogue under a cue
	sentiment               float64
}

// add counts a sentence. strong is how many strong words it has, which count in
// dialogue only.
func (t *tally) add(s *sentence, strong int) {
	t.sentences++
	t.sentiment += s.score * float64(s.words)
	if !s.spoken {
		t.action += int(s.words)
		return
	}
	t.dialogue += int(s.words)
	t.profanities += strong
	t.dialogueSentences++
	if s.question {
		t.questions++
	}
	if s.exclamation {
		t.exclamations++
	}
}

// words returns the words of action and dialogue.
func (t *tally) words() int { return t.dialogue + t.action }

// plus returns the sum of two tallies.
func (t tally) plus(o tally) tally {
	return tally{
		dialogue: t.dialogue + o.dialogue, action: t.action + o.action, apparatus: t.apparatus + o.apparatus,
		sentences: t.sentences + o.sentences, dialogueSentences: t.dialogueSentences + o.dialogueSentences, questions: t.questions + o.questions,
		exclamations: t.exclamations + o.exclamations, profanities: t.profanities + o.profanities,
		speeches: t.speeches + o.speeches, spoken: t.spoken + o.spoken, sentiment: t.sentiment + o.sentiment,
	}
}

// minus returns the difference of two tallies. Counts are exact; sentiment is
// exact up to rounding.
func (t tally) minus(o tally) tally {
	return tally{
		dialogue: t.dialogue - o.dialogue, action: t.action - o.action, apparatus: t.apparatus - o.apparatus,
		sentences: t.sentences - o.sentences, dialogueSentences: t.dialogueSentences - o.dialogueSentences, questions: t.questions - o.questions,
		exclamations: t.exclamations - o.exclamations, profanities: t.profanities - o.profanities,
		speeches: t.speeches - o.speeches, spoken: t.spoken - o.spoken, sentiment: t.sentiment - o.sentiment,
	}
}

// ratio returns part/whole, and 0 when whole is 0.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// mean returns sum/n, and 0 when n is 0.
func mean(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
