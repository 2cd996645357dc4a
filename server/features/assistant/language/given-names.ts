/** First names that are common in Europe and America. Names that are words, too (Mark, Will, Grace), are left out. */
const names = `
  aaron abigail adam adrian agnes ahmed alan albert alejandro alessandro alex alexander alexandra alexandre alfred ali alice alina alison amanda amelia amir amy
  ana anders andre andrea andreas andrew andy angela angelika anita anja anke ann anna anne annika anthony antje anton antonia antonio arthur astrid axel barbara
  bastian beate beatrice ben benjamin bernd bernhard bert birgit bjorn bob boris brian brigitte bruno camille carina carla carlos carmen carol caroline carsten
  catherine cathy cecilia celine charles charlie charlotte chloe chris christian christina christine christof christoph christopher claire clara claude claudia
  clemens connor craig dagmar damian daniel daniela danielle dave david deborah dennis derek diana diego dieter dirk dominic dominik donald doris dorothea dylan
  eddie eduard edward elena eleanor eli elias elisa elisabeth elizabeth elke ella ellen emil emilia emily emma enrico eric erica erik erika ethan eva evelyn fabian
  fatima felix ferdinand fernando fiona florian francesca francesco francois franz fred frederik friedrich gabriel gabriele gabriella gavin georg george gerald
  gerd gerhard giovanni gisela giulia gordon greg gregor guido gunter gustav hannah hanna hannes hans harald harry hassan heather heidi heike heiner heinrich heinz
  helen helena helga helmut hendrik henning henrik henry herbert hermann hugo ian ibrahim ines inga ingo ingrid irene iris isaac isabel isabella isabelle ivan jacob
  jacqueline jacques jakob jake james jan jana jane janet janine jasmin jason javier jean jeff jennifer jenny jens jeremy jerome jessica jill jim joachim joan joanna
  joe joel johan johann johanna johannes john jonas jonathan jorge jose josef joseph joshua josh juan judith judy julia julian juliana julie julien jurgen justin
  karin karen karim karl karla kate katharina katherine kathrin katja katie kevin kim kirsten klara klaus konrad kristin kristina kurt kyle lara larry lars laura
  lauren lea leah lee lena leo leon leonard leonie liam lillian lily linda linus lisa lorenzo louis louisa louise luca lucas lucia lucy luis luisa lukas luke lutz
  lydia madeleine maik maja malte manfred manuel manuela marc marcel marco marcus maren margaret margit maria marianne marie marina mario marion marius markus marlene
  marta martha martin martina mary mateo mathias mats matt matteo matthew matthias max maximilian maya megan mehmet melanie melissa mia michael michaela michel michelle
  miguel mike mila miriam mohamed mohammed monica monika moritz muhammad nadia nadine natalia natalie natasha nathan neil nele niamh nicholas nick nicole niels
  niklas nils nina noah nora norbert olaf ole oleg oliver olivia omar oscar oskar otto pablo pamela paolo pascal patricia patrick paul paula pauline pavel pedro peter
  petra phil philip philipp pia pierre piotr priya rachel raj ralf ralph ramona raphael rebecca regina reinhard rene richard rita robert roberto robin roger roland rolf
  roman ron rosa ross ruben rudolf ruth ryan sabine sabrina sam samantha samira samuel sandra sandy sara sarah scott sean sebastian sergei sergio sharon silke silvia
  simon simone sofia sofie sonja sophia sophie stefan stefanie steffen stella stephan stephanie stephen steve steven stuart susan susanna susanne svea sven svenja
  sylvia tamara tanja tatjana ted teresa theo theresa thilo thomas thorsten tim timo tina tobias todd tom tomas tony torsten tracy udo ulrich ulrike ursula ute uwe
  valentin valerie vanessa vera veronica veronika victor victoria viktor viktoria vincent vivian volker walter wendy werner wilhelm william wolfgang yannick yasmin
  yusuf yvonne zoe
`
const known: ReadonlySet<string> = new Set(names.trim().split(/\s+/))

export const isGivenName = (word: string): boolean => known.has(word.endsWith("'s") ? word.slice(0, -2) : word)
