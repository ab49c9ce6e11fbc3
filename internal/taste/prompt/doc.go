// Package prompt reads what somebody asks for in a sentence: genres, years, people, films to be
// like, and what a film must not be. It knows the films of a library by their features and ranks
// none; package taste makes recommendations of what is read here. Reader.Read never fails, and
// what it does not understand it says. Reader.Trace tells which rule heard what.
//
// # Grammar
//
// A prompt is read once, word by word, from left to right. At each word the passes are tried in
// the order of the table passes; the first that takes words wins, and reading goes on behind them.
// There is no backtracking: a later word never changes what an earlier one was taken for. Three
// things may be in force for the words to come: a negation, a cue, and that something is of no
// matter or said of a film that is spoken of.
//
//	prompt     = { sentence } .                  sentences end at . ! ? … and line ends
//	sentence   = { clause } .                    clauses end at , ; : ( ) [ ] – — and loose dashes
//	clause     = { question | thing } .
//	question   = { interjection } ( verb | question-word … verb ) known { title | cue | word } .
//	known      = "it" | "that" | "he" | … | "the" ( "movie" | "ending" | … ) | title .
//	thing      = title | age | amount | years | setting | negation | seen | cue | company
//	           | movement | synonym | person | no-matter | foreign | phrase | misspelt | word .
//
//	title      = '"' words '"' | words [ year ] .             a film's; see the table titleRules
//	age        = ( "aged" | "am" | … ) number | number "year old" | "born in" years | "PG-13" .
//	amount     = [ "between" ] value ( "and" | "to" | "-" ) value unit
//	           | [ relation ] value [ unit ] [ follower ] .   length, votes or rating
//	value      = digits [ "k" | "m" ] | number-word [ magnitude ] | hours "h" minutes .
//	relation   = "under" | "at most" | "over" | "at least" | "about" | "<" | … .
//	follower   = "or less" | "or more" | "max" | … .
//	years      = [ timing ] span [ "to" span | "onwards" | "or earlier" | … ]
//	           | "between" span "and" span | "the last" number ( "years" | "decades" ) | century .
//	span       = year | [ "early" | "mid" | "late" ] decade .
//	timing     = "before" | "until" | "since" | "after" | "from" | … .
//	setting    = ( "set in" | "takes place in" | "hiding in" | … ) ( span | synonym | words ) .
//	negation   = form | negator { article } .                 see negationForms and negators
//	seen       = ( "new" | "old" | … ) ( title | "ones" | "version of" | "movie I watched" ) .
//	cue        = "directed by" | "starring" | "written by" | "music by" | "like" | "about" | … .
//	company    = a studio by a name of the table companies, or by its whole name .
//	movement   = a time of filmmaking by name, of the table movements: "Italian neorealism" .
//	synonym    = a phrase that names a theme: "ww2", "based on a true story" .
//	person     = [ "early" | "late" ] ( full-name | half-name | surname ) | surname "brothers" .
//	no-matter  = phrase | word .                              read, and not noted
//	foreign    = "foreign" [ "language" ] | "subtitled" .
//	phrase     = place | city | genre | wish | mood | keyword .      the longest; of equal ones in this order
//	misspelt   = a title or name with wrong letters, or initials of a title: "inceptoin", "lotr" .
//	word       = a keyword, or a word of synopses .           fillers and words of conversation are neither
//
// What is in force:
//
//   - A negation rules out what follows. It ends at "but", at the end of its clause unless a list
//     with "or" goes on, at words that begin a wish ("from", "with", "just") once something was
//     ruled out, and behind a bound; some negators are about the next thing alone.
//   - A cue tells what the next thing is: a director, an actor, a film to be like, what films are
//     about. It holds over articles and the like ("by the great …"), and over "and" and "or".
//   - What is of no matter ("I don't mind …") lasts to the end of the clause, what is said of a film
//     that is spoken of ("is it a comedy?") to the end of the sentence or until somebody speaks of
//     themselves.
//
// Before the first word the language is told: of a prompt that is not English nothing is read but
// that. Behind the last come the conclusions: genres and people of a conversation that names films
// only order the answer; wishes such as "long" or "newer" become bounds; what had no effect is
// listed.
//
// # What is a title
//
// Titles are made of the words that people use anyway, so a film is heard only as far as something
// speaks for it: the table titleRules weighs signs (evidence) against how well known the film is.
// Where it must hear less or more, a rule is added to the table, with a sentence in its test that
// this rule alone decides.
package prompt
