/**
 * Every regular expression that stands in the product, checked by recheck: none may take longer than its text grows (threat T-REDOS). One that is put
 * together at run time cannot be checked, and is refused. What is proven is listed in `regexes-proven.json` and not proven again, as the same expression has
 * the same proof: proofs have a limit of time, which a busy machine exceeds. `--write` adds what is new to that list; `--all` proves everything again.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

import { root } from './prepare.mjs'

// The binary of this machine where the package brings one, else JavaScript: no Java is asked for.
process.env['RECHECK_BACKEND'] ??= 'auto'
const { check } = await import('recheck')

const provesAll = process.argv.includes('--all')
const writes = provesAll || process.argv.includes('--write')
/** Milliseconds for the proof of one expression, and for the search for a text that it is slow on where the proof takes longer. */
const [proofLimit, searchLimit] = writes ? [30_000, 60_000] : [1_500, 6_000]

/** Expressions that recheck refuses, and why they stand all the same: each has a bound on what it reads. */
const bounded = JSON.parse(readFileSync(join(root, 'scripts/regexes-bounded.json'), 'utf8'))

const provenFile = join(root, 'scripts/regexes-proven.json')
/** Of one version of recheck: another may know better. */
const version = JSON.parse(readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8')).version
const kept = provesAll ? { safe: [] } : JSON.parse(readFileSync(provenFile, 'utf8'))
const proven = new Set(kept.version === version ? kept.safe : [])

const isName = (it, name) => it?.kind === ts.SyntaxKind.Identifier && it.text === name
/** `RegExp(…)` and `new RegExp(…)`, also of an object that holds it. */
const makesOne = (it) =>
  (it.kind === ts.SyntaxKind.NewExpression || it.kind === ts.SyntaxKind.CallExpression) &&
  (isName(it.expression, 'RegExp') || isName(it.expression.name, 'RegExp'))

function expressions() {
  const found = new Map()
  const made = []
  for (const path of globSync('{contract,server,src}/**/*.{ts,tsx}', { cwd: root })) {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (it) => {
      if (it.kind === ts.SyntaxKind.RegularExpressionLiteral) {
        const { line } = source.getLineAndCharacterOfPosition(it.getStart())
        found.set(it.text, [...(found.get(it.text) ?? []), `${path}:${line + 1}`])
      }
      if (makesOne(it)) made.push(`${path}:${source.getLineAndCharacterOfPosition(it.getStart()).line + 1}`)
      ts.forEachChild(it, visit)
    }
    visit(source)
  }
  return { found, made }
}

async function verdictOf(literal) {
  const end = literal.lastIndexOf('/')
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)]
  const proof = await check(source, flags, { timeout: proofLimit })
  if (proof.status === 'safe' || (proof.status === 'vulnerable' && proof.checker === 'automaton')) return proof
  const search = await check(source, flags, { timeout: searchLimit, checker: 'fuzz' })
  return search.status === 'unknown' && proof.status === 'vulnerable' ? proof : search
}

const sentenceOf = ({ status, complexity, attack, error }) =>
  status === 'vulnerable' ? `${complexity.summary}, on ${attack.pattern}` : `not known: ${error?.kind}`

const { found: all, made } = expressions()
const faults = [
  ...made.map(
    (place) =>
      `${place}\n  An expression that is put together at run time cannot be checked: write it out, or use functions of texts.`,
  ),
  ...Object.keys(bounded)
    .filter((literal) => !all.has(literal))
    .map((literal) => `${literal} is excused in scripts/regexes-bounded.json and stands nowhere`),
]
const safe = []
for (const [literal, places] of all) {
  if (literal in bounded) continue
  const verdict = proven.has(literal) ? { status: 'safe' } : await verdictOf(literal)
  if (verdict.status === 'safe') safe.push(literal)
  else faults.push(`${places.join(', ')}\n  ${literal}\n  ${sentenceOf(verdict)}`)
}
for (const fault of faults) console.error(fault)
if (writes) writeFileSync(provenFile, `${JSON.stringify({ version, safe: safe.toSorted() }, null, 2)}\n`)
console.log(
  `${all.size} expressions, ${proven.size} proven before, ${Object.keys(bounded).length} excused, ${faults.length} faults`,
)
// The worker of recheck would hold the process.
process.exit(faults.length === 0 ? 0 : 1)
