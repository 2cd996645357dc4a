/** The browser carries of `typebox/schema` what the schemas of the contract are made of: the rest is a tenth of what every page loads first. */
import type { Plugin } from 'vite'

/** Formats that are checked. `contract-as-data.test.ts` holds both lists against the contract and against the schemas of `src/`. */
export const ownFormats: readonly string[] = ['date-time', 'email']

/** Keywords that no schema has, as the engine writes them. */
export const foreignKeywords: readonly string[] = [
  ...['AdditionalItems', 'Contains', 'Dependencies', 'DependentRequired', 'DependentSchemas', 'DynamicRef', 'If', 'MaxContains'],
  ...['MinContains', 'Not', 'OneOf', 'PrefixItems', 'PropertyNames', 'RecursiveRef', 'Ref', 'Refine', 'UnevaluatedItems'],
  'UnevaluatedProperties',
]

const registration = /^ +formats\.set\('([a-z-]+)', Is\w+\);\n/gm
const condition =
  /\(!Schema\.Is(\w+)\(schema\) \|\| (?:Check\1\(current, context, schema, value\)|\(!G\.Is\w+\(value\) \|\| Check\1\(current, context, schema, value\)\))\)/g

export function withOwnFormats(code: string): string {
  return swept(code, registration, ownFormats, (name, line) => (ownFormats.includes(name) ? line : ''))
}

export function withOwnKeywords(code: string): string {
  return swept(code, condition, foreignKeywords, (name, text) => (foreignKeywords.includes(name) ? 'true' : text))
}

/** @param wanted must be found: another version of typebox may be written otherwise. */
function swept(
  code: string,
  pattern: RegExp,
  wanted: readonly string[],
  written: (name: string, text: string) => string,
): string {
  const found = new Set<string>()
  const result = code.replace(pattern, (text: string, name: string) => {
    found.add(name)
    return written(name, text)
  })
  const missing = wanted.find((name) => !found.has(name))
  if (missing !== undefined) throw new Error(`typebox has no ${missing} where own-keywords.ts looks for it`)
  return result
}

export function ownKeywords(): Plugin {
  return {
    name: 'own-keywords',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('/typebox/build/format/_registry.mjs')) return { code: withOwnFormats(code), map: null }
      if (id.endsWith('/typebox/build/schema/engine/schema.mjs')) return { code: withOwnKeywords(code), map: null }
      return null
    },
  }
}
