/**
 * How good suggestions are on pairs of real public API schemas. The pairs of the half `test` were set aside before the matcher was tuned.
 *
 *   npm run bench:suggestions -- [why]      `why` lists what was wrong or missed in the half `tuning`
 */
import { suggest } from '#contract/builder/suggestions/suggestions.ts'
import { type Pair, readPairs, readSchema } from './schemas.ts'

const bars = { precision: 0.9, recall: 0.7 } as const
const isTold = process.argv[2] === 'why'

type Counts = { readonly suggested: number; readonly right: number; readonly pairs: number }

function measure({ source, target, right }: Pair, isWhyTold: boolean): Counts {
  const [from, into] = [readSchema(source), readSchema(target)]
  for (const [path, sources] of right) {
    const isKnown =
      into.fields.some((it) => it.path === path) && sources.every((each) => from.fields.some((it) => it.path === each))
    if (!isKnown) throw new Error(`${source} → ${target}: ${path} or its source is no field`)
  }
  const fields = into.fields.filter(({ path }) => !into.given.has(path))
  const found = suggest(from.fields, fields, [from.example], { targets: new Set() })
  const isRight = ({ sourcePath, targetPath }: (typeof found)[number]) => right.get(targetPath)?.includes(sourcePath) ?? false
  if (isWhyTold) {
    console.log(`\n${source} → ${target}`)
    for (const it of found.filter((each) => !isRight(each))) {
      console.log(
        `  wrong  ${it.sourcePath} → ${it.targetPath} ${it.score.toFixed(2)}  (right: ${right.get(it.targetPath)?.join(', ') ?? 'none'})`,
      )
    }
    const doubtful = found.filter((each) => isRight(each) && each.score < 0.7)
    for (const it of doubtful) console.log(`  right  ${it.sourcePath} → ${it.targetPath} ${it.score.toFixed(2)}`)
    const missed = [...right].filter(([path]) => !found.some(({ targetPath }) => targetPath === path))
    for (const [path, sources] of missed) console.log(`  missed ${sources.join(', ')} → ${path}`)
  }
  return { suggested: found.length, right: found.filter(isRight).length, pairs: right.size }
}

const percent = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)

for (const half of ['tuning', 'test', 'all'] as const) {
  const pairs = half === 'all' ? [...readPairs('tuning'), ...readPairs('test')] : readPairs(half)
  const rows = pairs.map((pair) => [`${pair.source} → ${pair.target}`, measure(pair, isTold && half === 'tuning')] as const)
  const total = rows.reduce(
    (sum, [, it]) => ({ suggested: sum.suggested + it.suggested, right: sum.right + it.right, pairs: sum.pairs + it.pairs }),
    { suggested: 0, right: 0, pairs: 0 },
  )
  console.log(`\n${half}: ${rows.length} pairs of schemas`)
  const line = (it: Counts) => ({
    ...it,
    precision: percent(it.right, it.suggested).toFixed(2),
    recall: percent(it.right, it.pairs).toFixed(2),
  })
  // The rows of all stand above already.
  const shown = half === 'all' ? [] : rows
  console.table(Object.fromEntries([...shown, ['all', total] as const].map(([name, it]) => [name, line(it)])))
  for (const [what, value] of [
    ['precision', percent(total.right, total.suggested)],
    ['recall', percent(total.right, total.pairs)],
  ] as const) {
    const isMet = value >= bars[what]
    console.log(`${isMet ? 'met ' : 'MISS'} ${what} ${value.toFixed(3)} (bar ${bars[what]})`)
    if (!isMet) process.exitCode = 1
  }
}
