package parse_test

import (
	"fmt"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/parse"
)

// A scene in Fountain, and who says what in it.
func ExampleFile() {
	script, err := parse.File("lamp-room.fountain", []byte(`Title: The Lamp Room

INT. LAMP ROOM - NIGHT

MARTA winds the clockwork.

MARTA
Did you see the light go out?

HENNING (O.S.)
(from below)
I put it out myself.
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, speech := range script.Speeches {
		for _, e := range script.Elements[speech.First:speech.Last] {
			if e.Kind == screenplay.Dialogue {
				fmt.Printf("%s: %s\n", script.Characters[speech.Character], e.Text)
			}
		}
	}
	fmt.Println(script.Format, script.Scenes[0].Place, script.Scenes[0].Time)
	// Output:
	// marta: Did you see the light go out?
	// henning: I put it out myself.
	// fountain lamp room night
}
