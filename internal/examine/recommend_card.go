package examine

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Write writes the marks as a table for a terminal.
func (r *RecommendReport) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, part := range r.parts() {
		fmt.Fprintf(w, "%s\tHR@10\tnDCG@10\tMRR@10\tcoverage\tpopularity\n", part.name)
		for _, m := range part.marks {
			fmt.Fprintf(w, "  %s\t%.4f\t%.4f\t%.4f\t%.3f\t%.3f\n", m.Name, m.HR10, m.NDCG10, m.MRR10, m.Coverage, m.Popularity)
		}
	}
	fmt.Fprintf(w, "reasons true\t%d of %d\n", r.Reasons.True, r.Reasons.Reasons)
	fmt.Fprintf(w, "neighbours of a dislike sank\t%d of %d\n", r.Sinking.Sank, r.Sinking.Cases)
	fmt.Fprintf(w, "sentences true\t%d of %d\n", r.Sentences.True, r.Sentences.Sentences)
	for _, f := range append(r.Reasons.False, r.Sentences.False...) {
		fmt.Fprintf(w, "not borne out\t%s\n", f)
	}
	return w.Flush()
}

type recommendPart struct {
	name  string
	marks []RecommendMark
}

func (r *RecommendReport) parts() []recommendPart {
	return []recommendPart{
		{"held-out half", r.Half}, {"everybody", r.All}, {"everybody, among all films of the catalogue", r.Whole},
	}
}

// WriteCard writes the card, in Markdown. of says what was examined and when.
func (r *RecommendReport) WriteCard(to io.Writer, of string) error {
	w := &cardWriter{to: to}
	w.line("# Recommendations from liked films: how good they are")
	w.line("")
	w.line("Written by `kinodex evaluate recommend --data DATA --ratings DIR --card docs/cards/recommend.md`. %s", of)
	w.line("")
	w.line("## Protocol")
	w.line("")
	w.line("- **Data**: %d ratings of %d films of the catalogue by %d people, in MovieLens' small layout. They serve this evaluation only: nothing learned from them ships, and no film, weight or text of theirs is in the service.", r.Ratings.Rows, r.Ratings.Films, len(r.Ratings.People))
	w.line("- **Leave last out**: of each person, the last rating of 4 or more, by time, is held out with all that followed. A recommender is asked for ten films, by the latest %d likes (ratings of 4 or more) before it, and may give any film the person has not rated before.", mostLikes)
	w.line("- **Full ranking**: candidates are all films the data set covers (%d), or, in the last table, all films of the catalogue; nothing is sampled.", r.Ratings.Films)
	w.line("- **Halves**: people are dealt into two halves by seed %d. The dozen weights of the blend and the settings of the baselines were chosen on one half; the first table is the other. A first sweep over some of these weights had dealt the people differently, so that it saw part of the other half, and both tables had been looked at before the last settings (how many latest likes count, the weight of the era, the ridge, the weight of co-likes) were chosen on the first: read the tables together.", r.Seed)
	w.line("- **Baselines** are asked in the same run and learn from the whole histories of everybody: films most people liked; genres only (cosine with all likes; ties in seeded order); item-kNN (cosine, shrunk by %g, %d neighbours); EASE (ridge %g; films %d people or more liked).", shrinkage, neighboursKept, easeRidge, leastLikes)
	w.line("- **With imported co-likes** is the service after an operator imported the histories, without what is held out, as ratings they may use (`kinodex build --likes FILE`).")
	w.line("- HR@10: share of people whose held-out film is among the ten. nDCG@10, MRR@10: more for higher places. Coverage: share of the candidates that anybody was given. Popularity: of the films given, the mean share of films that fewer people liked.")
	for _, part := range r.parts() {
		w.line("")
		w.line("## %s (%d people)", capital(part.name), part.marks[0].People)
		w.line("")
		w.line("| recommender | HR@10 | nDCG@10 | MRR@10 | coverage | popularity |")
		w.line("|---|---|---|---|---|---|")
		for _, m := range part.marks {
			w.line("| %s | %.4f | %.4f | %.4f | %.3f | %.3f |", m.Name, m.HR10, m.NDCG10, m.MRR10, m.Coverage, m.Popularity)
		}
	}
	w.line("")
	w.line("One standard error of an HR@10 of 0.06 among 304 people is 0.014; of 0.14, 0.020. Differences below that mean nothing.")
	w.line("")
	w.line("## Reasons and dislikes")
	w.line("")
	w.line("- Reasons that the records of the films they name bear out, by a checker that shares nothing with what words them: %d of %d, of %d suggestions.", r.Reasons.True, r.Reasons.Reasons, r.Reasons.Suggestions)
	w.line("- Sentences of recommendations for prompts (`POST /api/v2/recommend`) of which every part is in the record, by another such checker: %d of %d, for %d prompts.", r.Sentences.True, r.Sentences.Sentences, r.Sentences.Prompts)
	w.line("- A film near one of the suggestions is disliked, and the question asked again. Films among the ten most like the disliked one that had been in the first half of fifty suggestions and then were lower, or gone: %d of %d.", r.Sinking.Sank, r.Sinking.Cases)
	w.line("")
	w.line("## Limits")
	w.line("")
	w.line("610 people of one website, most of them heavy users, who saw lists made by popularity and by a recommender of its own: what they rated last says what they were shown as much as what they like. The votes in the catalogue are of another site but of the same world, so that part of the success of content is that of well-known films; the popularity column tells how much.")
	return w.err
}

func capital(s string) string { return string(s[0]-'a'+'A') + s[1:] }
