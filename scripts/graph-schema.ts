/** Holds the served schema and the documents of the console against the committed schema. `--write` writes it, also over a breaking change. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, findBreakingChanges, lexicographicSortSchema, parse, printSchema, validate } from 'graphql'

import { documents } from '../contract/graphql-documents.ts'
import { schema } from '../server/graph-schema.ts'

const file = join(import.meta.dirname, '../contract/schema.graphql')
const served = `${printSchema(lexicographicSortSchema(schema))}\n`

/** One line for each thing that is wrong. */
export function faultsOf(committed: string, text: string): string[] {
  if (committed === text) return []
  const breaking = findBreakingChanges(buildSchema(committed), buildSchema(text)).map(
    ({ type, description }) => `breaking (${type}): ${description}`,
  )
  return [
    ...breaking,
    'contract/schema.graphql is not what is served: node scripts/graph-schema.ts --write, then read the difference.',
  ]
}

const unfit = documents.flatMap(({ text }) =>
  validate(schema, parse(text)).map(({ message }) => `${text.slice(0, 60).replaceAll(/\s+/g, ' ')}…: ${message}`),
)

if (import.meta.main) {
  const isWriting = process.argv.includes('--write')
  const faults = [...unfit, ...(isWriting ? [] : faultsOf(readFileSync(file, 'utf8'), served))]
  if (isWriting) writeFileSync(file, served)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
