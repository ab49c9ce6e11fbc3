package examine

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"kinodex/internal/screenplay/measure"
)

// StyleAbout names what was examined.
type StyleAbout struct {
	Generation string // of the library
	Command    string // that writes the card
}

// WriteCard writes the card of style-match: Markdown, the same for the same report.
func (r *StyleReport) WriteCard(to io.Writer, about StyleAbout) error {
	c := &styleCard{StyleReport: r, about: about}
	c.protocol()
	c.result()
	c.doubts()
	c.writers()
	_, err := io.WriteString(to, c.text.String())
	return err
}

type styleCard struct {
	*StyleReport
	about StyleAbout
	text  strings.Builder
}

func (c *styleCard) say(format string, args ...any) { fmt.Fprintf(&c.text, format+"\n", args...) }

func (c *styleCard) protocol() {
	c.say("# Style-match, examined\n")
	c.say("Whose hand is in a passage of a screenplay? This card says how often `style-match` finds it, and is written by\n")
	c.say("```sh\n%s\n```\n", c.about.Command)
	if c.Options.Tuning {
		c.say("**These are the writers that style-match was tuned on, those without a guide.** The figures that count are those of the others.\n")
	}
	c.say("- **Who is asked about:** %d writers who have a guide and at least two screenplays among the %d texts of produced films (library generation %s for the credits); %d films. A film that two of them wrote counts as found when either comes first.", len(c.Writers), c.Scripts, c.about.Generation, c.Works)
	c.say("- **Held out by film:** when a passage of a film is asked about, its writer's hand is made of their other films only. The others' hands are made of all of theirs.")
	c.say("- **Passages:** of each film up to as many single scenes of at least 500 characters, and runs of ten scenes, as `--passages` says, drawn with seed %d, and the whole script. Each passage is read anew as if it had been sent. Films count alike, however many passages they have.", c.Options.Seed)
	c.say("- **What is compared:** how often each of %d common words and marks stands in action and in dialogue, chosen by hand from the commonest of all screenplays (`internal/screenplay/measure/habits.go`): no names, no trades, no places, no rare words, no order. A hand is the logarithm of the writer's rate over everybody's, drawn towards everybody's by 8,000 counts. To that comes a little for each word of the writer's guide that the passage holds. Only counts are kept; a hand holds no sentence of any script.", len(measure.HabitList()))
	c.say("- **What was chosen on whom:** the weight of everybody's counts, that features add nothing, and how sure the score is of a long text were chosen on the %s, none of whose films any writer with a guide worked on (`--tuning` asks about them). The weight of the guides' words was set beforehand and not tuned. Nothing was chosen on the films below.", "writers without a guide who have two screenplays")
	c.say("- **Interval:** the middle 95 %% of %d bootstrap samples of films.\n", c.Options.Resamples)
}

func (c *styleCard) result() {
	c.say("## What it reaches\n")
	c.say("| | %s: first | interval | among three | MRR | %s: first | among three | %s: first | among three |\n|---|---|---|---|---|---|---|---|---|",
		styleLengthNames[oneScene], styleLengthNames[tenScenes], styleLengthNames[wholeText])
	for _, row := range c.Rows {
		c.row(row)
	}
	c.say("| drawing a writer | %.3f | | | | %.3f | | %.3f | |\n", c.Chance, c.Chance, c.Chance)
	m := c.Rows[0].Marks[oneScene]
	c.say("%d single scenes, %d runs of ten, %d whole scripts. From a single scene the right one of %d writers comes first in %.0f of 100 films' scenes, %.1f times as often as by drawing.\n",
		m.Passages, c.Rows[0].Marks[tenScenes].Passages, c.Rows[0].Marks[wholeText].Passages, len(c.Writers), 100*m.Top1, m.Top1/c.Chance)
	if s := c.Shuffled; s.N > 0 {
		c.say("**Permutation test:** who wrote which of these films was drawn anew %d times, each writer as many films as before; single scenes then found %.3f on average and %.3f at most: p = %.4f.\n", s.N, s.Mean, s.Most, s.P)
	}
}

func (c *styleCard) row(r StyleRow) {
	one, ten, whole := r.Marks[oneScene], r.Marks[tenScenes], r.Marks[wholeText]
	c.say("| %s | %.3f | %.3f to %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |", r.Name, one.Top1, one.Low, one.High, one.Top3, one.Reciprocal, ten.Top1, ten.Top3, whole.Top1, whole.Top3)
}

func (c *styleCard) doubts() {
	c.say("## What it may not be\n")
	c.say("| style-match | %s: first | interval | among three | MRR | %s: first | among three | %s: first | among three |\n|---|---|---|---|---|---|---|---|---|",
		styleLengthNames[oneScene], styleLengthNames[tenScenes], styleLengthNames[wholeText])
	c.row(c.Apart)
	if c.Uncited.Marks[oneScene].Films > 0 {
		c.row(c.Uncited)
	}
	if c.Served.Marks[oneScene].Films > 0 {
		c.row(c.Served)
	}
	c.say("")
	series := "none"
	if len(c.Series) > 0 {
		series = strings.Join(c.Series, "; ")
	}
	c.say("- **Sequels.** A sequel shares its world with the film before it. No name can give it away, since none is counted, but its manner may. Of one series are two films of a writer that share three or more speaking parts by name: %s. The first row leaves these out of the hand; a film of whose writer nothing else is left is not asked about.", series)
	c.say("- **The guides know these films.** Their words were chosen by people who had the writers' films in mind, those held out here among them: what the guides' words alone reach is too good. Common words and marks alone know nothing of them. The second row asks only about films that no guide of a right writer cites (%d films).", c.Uncited.Marks[oneScene].Films)
	c.say("- **All writers.** The third row adds the writers with a guide who have one screenplay here or none: %d in all, as the service answers.", c.Guides)
	c.say("- **Hands are many hands.** Scripts are rewritten, credited to several and set by typists; a dash for three dots may be a studio's habit or that of whoever put the text on the web. Marks count here, so some of this may be the paper's hand rather than the writer's: the row of words alone says what is left without marks, capitals, brackets and transitions.")
	c.say("- **It says nearest, not who.** Whoever has no guide cannot be named. The score is a share among those who have one, made cautious on the writers without a guide, and no probability of authorship.\n")
}

func (c *styleCard) writers() {
	c.say("## Whom it knows\n")
	c.say("| writer | screenplays |\n|---|---|")
	all := slices.Clone(c.Writers)
	slices.SortStableFunc(all, func(a, b StyleWriter) int { return len(b.Films) - len(a.Films) })
	const told = 60
	for _, w := range all[:min(len(all), told)] {
		c.say("| %s | %d |", w.Name, len(w.Films))
	}
	if len(all) > told {
		c.say("| and %d others | |", len(all)-told)
	}
}
