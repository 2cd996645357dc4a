/** Makes the request after a delivery out of the record and the response to it. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { answerPrefix } from '#contract/connectors/config/operations/afterwards.ts'
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { MakeAfter } from '#server/engine/kit/kind.ts'
import { isBlank, pathOf } from '#server/engine/kit/record-values.ts'
import { JsonError, parseBytes, parseExactly } from '#server/platform/json/exact.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { compileTemplate } from '../bodies/template.ts'
import { filledUrl } from '../find/field-url.ts'
import { isObject } from '../response/item-verdict.ts'
import { filler, fillUrl } from '../variables.ts'

/** The response; what was found stands for it where an update answers with nothing. */
function answerOf(body: Buffer | null, found: unknown): unknown {
  const ofFound = isObject(found) ? found : {}
  if (body === null || body.length === 0) return ofFound
  try {
    const value = parseBytes(body)
    return isObject(value) ? { ...ofFound, ...value } : value
  } catch (thrown) {
    if (thrown instanceof JsonError) return ofFound
    throw thrown
  }
}

const missing = (name: string): Problem =>
  problem('record/no-address', {
    message: isOfAnswer(name)
      ? `The record was delivered, but the response has no value in "${name.slice(answerPrefix.length)}" for the follow-up request.`
      : `The record was delivered, but "${name}" is empty, so the follow-up request could not be made.`,
  })

/** The value of a field is known once the destination has responded. */
export const isOfAnswer = (name: string): boolean => name.startsWith(answerPrefix)

/** Null where nothing follows. The configuration was checked. @param isLeft of a field that stays in braces, for people. */
export function afterwardsOf(
  { source, destination }: Pick<ConnectorConfig, 'source' | 'destination'>,
  isLeft: (name: string) => boolean = () => false,
): MakeAfter | null {
  const { afterwards } = destination.operation ?? {}
  if (destination.type !== 'http' || afterwards === undefined) return null
  const { side, url, body, required = true } = afterwards
  const { variables } = side === 'source' ? source : destination
  const template = fillUrl(url, filler(variables))
  const writer = body ? compileTemplate(body, 'json') : null
  const names = fieldsOfTemplate(`${url} ${body ?? ''}`)
  return (text, answer, found) => {
    const record = parseExactly(text)
    const values = { ...(isObject(record) ? record : {}), answer: answerOf(answer, found) }
    const empty = names.find((name) => !isLeft(name) && isBlank(valueAt(values, pathOf(name))))
    if (empty !== undefined) return required ? { request: null, problem: missing(empty) } : null
    const filled = filledUrl(template, { record: values, found: null }, 'afterwards', isLeft)
    if (!(filled instanceof URL)) return { request: null, problem: filled }
    const fault = writer?.fault(values) ?? null
    if (fault !== null) return { request: null, problem: problem('record/unreadable', { message: fault }) }
    return { request: { url: filled.href, body: writer?.write(values, isLeft) ?? null }, problem: null }
  }
}

/** Whether the request needs a value of the response. */
export function readsAnswer({ operation }: ConnectorConfig['destination']): boolean {
  const { url = '', body = '' } = operation?.afterwards ?? {}
  return fieldsOfTemplate(`${url} ${body}`).some(isOfAnswer)
}
