package main

// API is what clients are made of: operations and the models that they take and answer.
type API struct {
	Operations []*Operation
	Models     []*Model // by name
	Codes      []string // of errors
}

// Model is an object with a name, or a choice of words if it has no fields.
type Model struct {
	Name, Doc string
	Fields    []*Field
	Words     []string
	// Asked is set on a model that is part of bodies only.
	Asked bool
}

// Field is a member of a model, or a parameter.
type Field struct {
	Name, Doc string
	Type      *Type
	Required  bool
	Maximum   int64 // 0 for none
	// Several is set on a parameter that takes several values, separated by commas.
	Several bool
}

// Kind is how a value is written in JSON, and the number that holds it.
type Kind int

// The kinds of types.
const (
	Any Kind = iota
	String
	Time // a string in RFC 3339
	Int32
	Int64
	Double
	Bool
	List   // of Of
	Map    // of Of, by name
	Object // the model Name
	Choice // one of Choices
)

// Type is the type of a value.
type Type struct {
	Kind     Kind
	Name     string
	Of       *Type
	Choices  []*Type
	Words    []string // what a String may be; nil for any
	Nullable bool
}

// Operation is a method of the clients.
type Operation struct {
	ID, Method, Path string
	Summary, Doc     string
	InPath, InQuery  []*Field
	Always           []*Field // parameters that are sent with the one word they may be
	Body             *Model
	BodyRequired     bool
	Repeatable       bool // whether it takes an Idempotency-Key
	Deprecated       bool
	Answer           *Type  // what the method returns, an element for lines
	Member           string // the member of the answer that it returns; empty for the whole
	Lines            bool   // whether the answer is NDJSON
	Paging           *Paging
	// Counts is set on a list that tells how many elements match without giving one.
	Counts bool
}

// Paging is how the pages of a list follow each other.
type Paging struct {
	Param string // the parameter that says where a page begins
	Type  *Type  // of the parameter
	Next  string // the member of meta with its next value; empty when it counts elements
	Row   *Type  // an element of the list
	Most  int64  // the largest page; 0 when the list says no limit
}
