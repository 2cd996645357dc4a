/** What is wrong with the request after a delivery before anything is sent. Paths are JSON pointers into the configuration. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { webAddressFault } from '#contract/kit/web-address.ts'
import { parsePath } from '#server/platform/json/path.ts'
import { templateFault } from '../bodies/template.ts'
import { unknownPlaceholders } from '../placeholders.ts'
import { filler, fillUrl } from '../variables.ts'

const isNoField = (name: string) => {
  const parsed = parsePath(name)
  return 'fault' in parsed || parsed.path.some(({ kind }) => kind === 'each')
}

export function checkAfterwards({ source, destination, trigger }: ConnectorConfig): FieldProblem[] {
  const { afterwards } = destination.operation ?? {}
  if (afterwards === undefined || destination.type !== 'http') return []
  const { side, url, body } = afterwards
  const errors: FieldProblem[] = []
  const refuse = (path: string, message: string | null) => {
    if (message !== null) errors.push({ path: `/destination/operation/afterwards${path}`, message })
  }
  if (side === 'source' && (trigger.type === 'webhook' || source.type !== 'http')) {
    refuse('/side', 'The source is not an HTTP system. Select the destination')
    return errors
  }
  const system = side === 'source' ? source : destination
  const addressOf = (text: string) => (URL.canParse(text) ? fillUrl(text, filler(system.variables)) : null)
  const fault = webAddressFault(url)
  if (fault !== null) refuse('/url', fault === 'needed' ? 'Enter a URL' : 'Enter a valid URL')
  else if (addressOf(url)?.origin !== addressOf(system.url ?? '')?.origin)
    refuse('/url', `Use the same server as in the ${side} URL`)
  for (const { message } of unknownPlaceholders(
    { url, ...(system.variables ? { variables: system.variables } : {}) },
    'destination',
  ))
    refuse('/url', message)
  // Such a sign would end the path or the query of the URL.
  const bad = fieldsOfTemplate(url).find((name) => isNoField(name) || /[/\\?#]/.test(name))
  if (bad !== undefined) refuse('/url', `{${bad}} is not a field. Check its name`)
  if (!body) return errors
  refuse('/body', templateFault(body, 'json'))
  const badInBody = fieldsOfTemplate(body).find(isNoField)
  if (badInBody !== undefined) refuse('/body', `{${badInBody}} is not a field. Check its name`)
  return errors
}
