/**
 * How well the built-in planner knows what somebody wants. The questions of `held-aside.json` were written before its grammar.
 *
 *   npm run bench:assistant -- [why]      `why` lists what was misread of `development.json`
 */
import { readFileSync } from 'node:fs'
import { catalogue } from '#contract/problem-catalogue.ts'
import { classify } from '#server/features/assistant/language/classify.ts'
import { type Known, marked } from '#server/features/assistant/language/marked.ts'
import { systemsOf } from '#server/features/assistant/systems.ts'
import { readyMade } from '#server/features/library/ready-made/library.ts'

type Questions = {
  readonly intents: readonly { readonly text: string; readonly intent: string }[]
  readonly outOfScope: readonly string[]
}

const bars = { macroF1: 0.9, outOfScope: 0.95, understood: 0.9, milliseconds: 30 } as const

const names = ['Customers to HubSpot', 'Payouts to NetSuite', 'Charges to BigQuery', 'Deals to Postgres', 'Inventory to Shopify']
const more = [
  'Invoices to Snowflake',
  'Leads to Salesforce',
  'Orders to NetSuite',
  'Subscribers to Mailchimp',
  'Tickets to Slack',
  'Issues to Jira',
  'CRM contacts',
  'Orders to invoicing',
  'Suppliers to NetSuite',
]
const known: Known = {
  connectors: [...names, ...more].map((name) => ({ key: name, name })),
  systems: systemsOf(readyMade('http://sandbox.test')),
  codes: new Set(Object.keys(catalogue)),
}

/** Questions in the words of business users; more than one intent may be right. Measured first on 26 November 2026: 39 of 62, out of scope 8 of 8. */
type Fresh = { readonly questions: readonly { readonly text: string; readonly intents: readonly string[] }[] }

const read = (name: string): Questions => JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'))
const intentOf = (text: string) => classify(marked(text, known)).intent
const offeredFor = (text: string) => classify(marked(text, known)).near

function measure(name: string, isTold: boolean) {
  const { intents, outOfScope } = read(name)
  const rows = intents.map(({ text, intent }) => ({ text, intent, found: intentOf(text) }))
  const scores = [...new Set(rows.map(({ intent }) => intent))].map((intent) => {
    const right = rows.filter((it) => it.intent === intent && it.found === intent).length
    const wanted = rows.filter((it) => it.intent === intent).length
    const found = rows.filter((it) => it.found === intent).length
    return (2 * right) / (wanted + found)
  })
  const refused = outOfScope.filter((text) => intentOf(text) === 'out-of-scope')
  if (isTold) {
    for (const { text, intent, found } of rows) if (intent !== found) console.log(`  ${intent} read as ${found}: ${text}`)
    for (const text of outOfScope) if (!refused.includes(text)) console.log(`  out of scope read as ${intentOf(text)}: ${text}`)
  }
  const macroF1 = scores.reduce((sum, each) => sum + each, 0) / scores.length
  return { questions: rows.length, macroF1, foreign: outOfScope.length, outOfScope: refused.length / outOfScope.length }
}

function slowest(): number {
  const { intents, outOfScope } = read('held-aside')
  const many = Array.from({ length: 1_000 }, (_, at) => ({ key: String(at), name: `Connector of plant ${at}` }))
  const took = [...intents.map(({ text }) => text), ...outOfScope].map((text) => {
    const begin = performance.now()
    classify(marked(text, { ...known, connectors: [...known.connectors, ...many] }))
    return performance.now() - begin
  })
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0
}

function fresh(isTold: boolean) {
  const { questions }: Fresh = JSON.parse(readFileSync(new URL('fresh.json', import.meta.url), 'utf8'))
  const lost = questions.filter(({ text, intents }) => !intents.includes(intentOf(text)))
  if (isTold) for (const { text, intents } of lost) console.log(`  ${intents.join(' or ')} read as ${intentOf(text)}: ${text}`)
  return { questions: questions.length, right: questions.length - lost.length }
}

/**
 * The first half of a file (A, C) was in sight when the grammar was mended, the second (B, D) was not: what is misread of it is never listed.
 * First figures, before anything was changed: A 38 of 60, out of scope 11 of 13; B 41 of 60, 10 of 12; C 45 of 65, 11 of 12; D 45 of 65, 10 of 12.
 */
function freshHalf(file: 'fresh-2' | 'fresh-3', isSeen: boolean, isListed: boolean) {
  const { questions }: Fresh = JSON.parse(readFileSync(new URL(`${file}.json`, import.meta.url), 'utf8'))
  const rows = questions
    .filter((_, at) => (at % 2 === 0) === isSeen)
    .map(({ text, intents }) => ({ text, intents, found: intentOf(text) }))
    .map((it) => ({
      ...it,
      isRight: it.intents.includes(it.found),
      isOffered: it.found === 'out-of-scope' && offeredFor(it.text).some((intent) => it.intents.includes(intent)),
      wanted: it.intents[0] ?? '',
    }))
  const foreign = rows.filter(({ wanted }) => wanted === 'out-of-scope')
  const own = rows.filter(({ wanted }) => wanted !== 'out-of-scope')
  // A right answer counts for its own intent, a wrong one against the expected one and against the one it was taken for.
  const scores = [...new Set(own.map(({ wanted }) => wanted))].map((intent) => {
    const right = rows.filter((it) => it.isRight && (it.found === intent || it.wanted === intent)).length
    const missed = rows.filter((it) => !it.isRight && it.wanted === intent).length
    const taken = rows.filter((it) => !it.isRight && it.found === intent).length
    return (2 * right) / (2 * right + missed + taken)
  })
  if (isListed && isSeen) {
    for (const { text, intents, found } of rows.filter((it) => !it.isRight))
      console.log(`  ${intents.join(' or ')} read as ${found}: ${text}`)
  }
  return {
    questions: own.length,
    macroF1: scores.reduce((sum, each) => sum + each, 0) / scores.length,
    understood: own.filter((it) => it.isRight).length / own.length,
    askedBackRight: own.filter((it) => it.isOffered).length,
    notUnderstood: own.filter((it) => it.found === 'out-of-scope' && !it.isOffered).length,
    readAsAnother: own.filter((it) => !it.isRight && it.found !== 'out-of-scope').length,
    foreign: foreign.length,
    outOfScope: foreign.filter((it) => it.isRight).length / foreign.length,
  }
}

const isTold = process.argv[2] === 'why'
const development = measure('development', isTold)
const aside = measure('held-aside', false)
console.table({ development, 'held aside': aside })
const { questions, right } = fresh(isTold)
console.log(`In the words of business users: ${right} of ${questions}`)
const [setB, setD] = [freshHalf('fresh-2', false, isTold), freshHalf('fresh-3', false, isTold)]
console.table({
  ...{ 'fresh A': freshHalf('fresh-2', true, isTold), 'fresh B': setB },
  ...{ 'fresh C': freshHalf('fresh-3', true, isTold), 'fresh D': setD },
})
const milliseconds = slowest()
console.log(`p95 with 1,000 connectors: ${milliseconds.toFixed(1)} ms`)
for (const [what, value, isGood] of [
  ['macro-F1', aside.macroF1, aside.macroF1 >= bars.macroF1],
  ['out of scope', aside.outOfScope, aside.outOfScope >= bars.outOfScope],
  ['understood of fresh B', setB.understood, setB.understood >= bars.understood],
  ['understood of fresh D', setD.understood, setD.understood >= bars.understood],
  ['macro-F1 of fresh D', setD.macroF1, setD.macroF1 >= bars.macroF1],
  ['out of scope of fresh D', setD.outOfScope, setD.outOfScope >= bars.outOfScope],
  ['milliseconds', milliseconds, milliseconds <= bars.milliseconds],
] as const) {
  if (isGood) continue
  console.error(`${what}: ${value.toFixed(3)} misses its bar`)
  process.exitCode = 1
}
