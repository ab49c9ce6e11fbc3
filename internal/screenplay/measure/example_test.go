package measure_test

import (
	"fmt"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// One of the twenty features, with its unit.
func ExampleMeter_Of() {
	script := parse.Text(`INT. LAMP ROOM - NIGHT

Marta winds the clockwork.

MARTA
Did you see the light go out?

HENNING
I put it out myself.
`)
	report := measure.NewMeter().Of(script)
	feature := measure.Features()[measure.QuestionRatio]
	fmt.Println(feature.Name, report.Vector[measure.QuestionRatio], feature.Unit)
	fmt.Println(report.Words.Dialogue, "words of dialogue,", report.Words.Action, "of action")
	// Output:
	// question_ratio 0.5 share
	// 12 words of dialogue, 4 of action
}
