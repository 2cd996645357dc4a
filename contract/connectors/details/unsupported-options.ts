/** Options of a connector that nothing obeys yet: any other value than the usual one is refused, so that no answer promises it. */
import type { FieldProblem } from '../../kit/problem.ts'

const supportedValues = {
  encryptionOption: 'platform',
  supportPackage: 'basic',
} as const

/** What each of them says until it does more. */
export const usualOptions: typeof supportedValues = supportedValues
/** What a new connector has of the others. */
export const newOptions = { budgetLimit: null, computeSize: 'small', storeLocally: true } as const

const why: Readonly<Record<keyof typeof supportedValues, string>> = {
  encryptionOption: 'is not available yet: the platform key encrypts. Leave it out, or send "platform"',
  supportPackage: 'is not available yet: there is one. Leave it out, or send "basic"',
}

/** @param given of a connector, as it was sent. Paths begin with `/connector`. */
export function unsupportedOptions(given: Readonly<Record<string, unknown>>): FieldProblem[] {
  const names = Object.keys(supportedValues) as (keyof typeof supportedValues)[]
  return names
    .filter((name) => given[name] !== undefined && given[name] !== supportedValues[name])
    .map((name) => ({ path: `/connector/${name}`, message: why[name] }))
}
