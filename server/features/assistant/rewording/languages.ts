/** Whether a message is written in another language than English. Only words that no English sentence has are counted. */
import { tokensOf } from '../language/text.ts'

const words: ReadonlySet<string> = new Set(
  `warum wieso weshalb wie viele wieviel welche welcher welches wann wer wo sind ist war waren wurde wurden werden haben hat heute gestern morgen nicht kein keine
   und oder der das den dem ein eine einen mit für von zu im beim bei auf ich wir kann können bitte zeige fehlgeschlagen fehler läuft letzte letzten nächste
   pourquoi comment combien quels quelle quelles quand qui où est sont était aujourd'hui hier demain pas aucun et ou le les des une avec pour dans sur je nous peux
   por qué cuántos cuántas cuál cuáles cuándo quién dónde está están hoy ayer mañana ningún los las una con para en mi puedo muestra
   perché quanti quante quale quali quando chi dove sono oggi ieri domani nessun gli della con per
   waarom hoeveel welke wanneer wie waar zijn werd vandaag gisteren niet geen het een met voor
   dlaczego ile które kiedy kto gdzie są dzisiaj wczoraj nie`
    .split(/\s+/)
    .filter((word) => word.length > 2),
)
/** Other languages have these, too. */
const english: ReadonlySet<string> = new Set(
  `the of to and is are was were did does do how many what which why when who where show list any our my we have has failed records runs connectors in for on not
   with it you can me please last next hat war den die per con les pour mi wie een dem`.split(/\s+/),
)
const leastWords = 2

/** @returns whether more of its words are foreign than English, at least two. */
export function isForeignLanguage(message: string): boolean {
  const all = tokensOf(message).map(({ text }) => text)
  const foreign = all.filter((word) => words.has(word) && !english.has(word)).length
  return foreign >= leastWords && foreign > all.filter((word) => english.has(word)).length
}
