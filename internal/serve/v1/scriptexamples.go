package v1

import "kinodex/internal/screenplay/measure"

// The examples of the description. Their figures are made up, also those of films that exist.

// digestExample is a SHA-256 digest of no text, in hexadecimal.
const digestExample = `9b74c9897bac770ffc029102a200c5de6d4c3f0f2d1c8a4e7b5a6c9d8e7f6a5b`

// scriptExample returns one script with every feature.
func scriptExample() string {
	return `{"title":"The Third Man","year":1949,"tier":"S","rank":12,"points":80.95,"filmdb_id":"tt0041959","filmdb_rating":8.1,` +
		`"master_score":88.4,"features":` + each("0.4217") + `,"class":"High","text_sha256":"` + digestExample + `"}`
}

// namesExample returns the array of all feature names.
func namesExample() string {
	names := `[`
	for i, name := range measure.Names() {
		if i > 0 {
			names += `,`
		}
		names += `"` + name + `"`
	}
	return names + `]`
}

// modelExample returns the model's card.
func modelExample() string {
	return `{"data":{"model_type":"random_forest","classes":["High","Mid","Low"],"n_trees":512,"macro_f1":0.41,` +
		`"feature_names":` + namesExample() + `,"feature_labels":` + each(`"Number of scenes"`) + `,"feature_categories":` + each(`"structure"`) +
		`,"feature_stats":` + each(`{"mean":0.42,"std":0.11}`) + `,"importances":` + each("0.05") +
		`,"lr_coefficients":` + each(`{"High":0.12,"Mid":-0.02,"Low":-0.1}`) +
		`,"regression":{"type":"ridge","target":"points","penalty":100,"intercept":70.1,"coefficients":` + each("0.31") + `,"mid_from":68.4,` +
		`"high_from":72.2,"macro_f1":0.41},"total_scripts":876,"model_version":"3f2a91c0d4e5b6a7","extractor_versions":["1"],` +
		`"feature_definitions":` + each(`{"unit":"share","range":"0 to 1","formula":"words of dialogue / words","source":null,"noise_floor":0.0041}`) +
		`,"tiers":{"points":"10 * (votes * rating + 1000 * mean_rating) / (votes + 1000)","mean_rating":6.9,` +
		`"shares":{"S":0.08,"A":0.25,"B":0.17,"C":0.17,"D":0.2,"E":0.13},"least_points":{"S":81.2,"A":73.1,"B":69.9,"C":66,"D":60.4,"E":31.5},` +
		`"classes":{"High":"S/A","Mid":"B/C","Low":"D/E"}},` +
		`"evaluation":{"protocol":"stratified cross-validation, grouped by film","folds":5,"seed":1895,"n":{"High":289,"Mid":298,"Low":289},"macro_f1_of_chance":0.3333,"note":"Compare with chance."},` +
		`"receipts":{"algorithm":"Ed25519","public_key":"11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=","signs":"text_sha256, model_version, result_sha256","result_sha256":"SHA-256 of data without receipt"}}}`
}

// correlationsExample returns correlations with every feature.
func correlationsExample() string {
	metrics := func(v string) string {
		return `{"filmdb_rating":` + v + `,"critic_score":` + v + `,"moviedb_rating":` + v + `,"master_score":` + v +
			`,"worldwide_gross":` + v + `,"roi":` + v + `,"oscar_noms":` + v + `,"oscar_wins":` + v + `}`
	}
	profile := `{"n":70,"features":` + each(`{"mean":0.42,"std":0.11}`) + `}`
	return `{"data":{"features":` + namesExample() + `,"metrics":["filmdb_rating","critic_score","moviedb_rating","master_score","worldwide_gross","roi","oscar_noms","oscar_wins"],` +
		`"matrix":` + each(metrics("0.12")) + `,"n":` + each(metrics("876")) +
		`,"tier_profiles":{"S":` + profile + `,"A":` + profile + `,"B":` + profile + `,"C":` + profile + `,"D":` + profile + `,"E":` + profile + `},` +
		`"effect_sizes":` + each(`{"cohens_d":0.31,"s_mean":0.45,"e_mean":0.41}`) +
		`,"insights":[{"feature":"avg_speech_len","metric":"filmdb_rating","r":0.18,"n":876,` +
		`"text":"Average length of a speech and user rating: scripts higher in the first tend to belong to films higher in the second; ` +
		`r = 0.18 over 876 films, a weak relation (3.2 % of the variance)."}],` +
		`"total_scripts":876,"method":"Pearson's r over the films of the research set whose metric is known."}}`
}

const (
	// votesExample are probabilities that sum to 1 (REQ S-20); receiptExample is a receipt
	// whose signature verifies nothing.
	votesExample   = `{"High":0.5,"Mid":0.3125,"Low":0.1875}`
	receiptExample = `{"text_sha256":"` + digestExample + `","model_version":"3f2a91c0d4e5b6a7","result_sha256":"` + digestExample +
		`","signature":"hgyY0il+MGCjP0JzlnkANWK6hUWRLwAeB8hF0zRzpG2aQv1m3lNq0Zc0bY5oZC3t5yQ7xk2u4s5dS9a8Yl8BDw=="}`
)

// formExample is what tells that the example is a screenplay.
const formExample = `"form":"screenplay","form_evidence":{"scene_headings":118,"headings_with_setting":117,"speeches":902,"speakers":34,"words":29680,` +
	`"dialogue_share":0.5123,"quoted_share":0.0121,"spoken_share":0.0214,"address_share":0.0011,"labelled_share":0,` +
	`"paragraph_words":24.6,"sentence_words":9.8,"time_codes":0,"stage_headings":0,"reason":"it has 117 scene headings that say interior or exterior"}`

// analysisExample returns the analysis of a script, with one scene and one part.
func analysisExample() string {
	where := `"scene":3,"start":1204,"end":2961`
	return `{"data":{"predicted_class":"High","predicted_tier":"S/A","probabilities":` + votesExample + `,"class_range":"High","features":` + each("0.4217") +
		`,"comparisons":` + each(`{"value":0.4217,"dataset_mean":0.41,"dataset_std":0.1,"z_score":0.117,"percentile_approx":54.6570}`) +
		`,"script_length":180214,"format":"fountain","warnings":[],` + formExample + `,"evidence":` + each(`[{`+where+`,"z_influence":0.031}]`) +
		`,"scenes":[{` + where + `,"heading":"INT. CUTTING ROOM - NIGHT","setting":"interior","words":211,"dialogue_words":97,"position":0.0132,"share":0.0071,"speeches":9,"sentiment":-0.0412,"characters":["iris"],"drives":["dialogue_ratio"]}],` +
		`"acts":[{"act":1,"start":0,"end":44100,"first_scene":1,"last_scene":31,"scenes":31,"words":7402,"share":0.2493,"avg_scene_len":238.8,` +
		`"int_ratio":0.6129,"dialogue_ratio":0.5312,"avg_speech_len":11.2,"question_ratio":0.241,"exclamation_ratio":0.081,"avg_sentence_len":8.3,` +
		`"profanity_rate":1.2,"sentiment_mean":0.0213}],` +
		`"characters":[{"name":"iris","speeches":214,"words":3120,"share":0.2214,"scenes":71,"first_scene":1,"last_scene":118,"first_position":0.0021,"last_position":0.9984}],` +
		`"sentiment":[0.02,-0.01,0.04,0.03,0,-0.02,-0.05,0.01,0.02,0.06,0.01,-0.03,-0.04,-0.08,-0.02,0.01,0.03,0.02,0.05,0.07],` +
		`"what_moves":{"causal":false,"note":"Not causal.","within_range":true,"silent":null,"moves":[{"predicted_class":"Mid","predicted_tier":"B/C","probabilities":{"High":0.375,"Mid":0.4375,"Low":0.1875},"class_range":"High to Mid","size":0.5,` +
		`"changes":[{"feature":"dialogue_ratio","from":0.4217,"to":0.3717,"scenes":[{` + where + `}]}]}]},"receipt":` + receiptExample + `}}`
}

// comparedExample returns a comparison in which one feature changed.
func comparedExample() string {
	draft := `{"predicted_class":"High","predicted_tier":"S/A","probabilities":` + votesExample + `,"class_range":"High","features":` + each("0.4217") +
		`,"script_length":180214,"format":"fountain","warnings":[],` + formExample + `}`
	scene := `{"scene":12,"heading":"INT. CUTTING ROOM - NIGHT","words":211}`
	return `{"data":{"before":` + draft + `,"after":` + draft +
		`,"changes":` + each(`{"before":0.4217,"after":0.4301,"delta":0.0084,"delta_z":0.084,"noise_floor":0.0041,"exceeds_noise":true}`) +
		`,"probability_changes":{"High":0.0625,"Mid":-0.03125,"Low":-0.03125},"class_changed":false,"note":"A change within noise_floor is no change.",` +
		`"probability_noise_floor":{"High":0.0312,"Mid":0.0273,"Low":0.0312},"probabilities_exceed_noise":{"High":true,"Mid":true,"Low":true},"class_noise_floor":0.0547,"class_exceeds_noise":false,` +
		`"scenes":{"aligned":true,"unchanged":116,"cut":[` + scene + `],"added":[` + scene + `],"moved":[],"changed":[{"before":` + scene + `,"after":` + scene + `,"moved":false,"changed":true,"similarity":0.8125}],` +
		`"split":[{"before":` + scene + `,"after":[` + scene + `,` + scene + `],"similarity":0.9712}],"joined":[{"before":[` + scene + `,` + scene + `],"after":` + scene + `,"similarity":0.9541}],` +
		`"summary":"Of 121 scenes in the earlier draft: 116 kept, 1 changed, 1 split into 2, 2 joined into 1 and 1 cut; 1 of 121 scenes in the later one is new."},"receipt":` + receiptExample + `}}`
}
