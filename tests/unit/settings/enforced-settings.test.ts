/** Every setting that can be saved has a line that obeys it and a test that turns it. A setting without one fails here. `next-areas.md` B. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SettingsChange } from '#contract/settings/system-settings.ts'
import { besides, places } from './enforced-places.ts'

type Schema = {
  readonly type?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly anyOf?: Schema[]
}

/** The names of everything that a form can change. */
function namesIn(schema: Schema, at: string): string[] {
  const inner = schema.items ?? schema.anyOf?.find(({ properties }) => properties) ?? schema
  if (inner.properties === undefined) return [at]
  return Object.entries(inner.properties).flatMap(([name, each]) => namesIn(each, `${at}.${name}`))
}

it('has a line of the server and a test for every setting of every tab', () => {
  const settings = Object.entries(SettingsChange.properties)
    .filter(([section]) => section !== 'revisions')
    .flatMap(([section, schema]) => namesIn(schema as Schema, section))
  expect([...Object.keys(places), ...besides].toSorted()).toEqual(settings.toSorted())
  const missing = Object.entries(places).flatMap(([setting, { line, proof }]) =>
    [line, proof].flatMap(([file, text]) =>
      readFileSync(file, 'utf8').includes(text) ? [] : [`${setting}: "${text}" is not in ${file}`],
    ),
  )
  expect(missing).toEqual([])
})
