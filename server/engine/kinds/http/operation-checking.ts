/** What is wrong with the operation of an HTTP destination before anything is sent. Paths are JSON pointers into the destination. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { AnswerReading } from '#contract/connectors/config/operations/answer-reading.ts'
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import { foundPrefix } from '#contract/connectors/config/operations/find.ts'
import { methodsOfOperation, type Operation, type OperationParameter } from '#contract/connectors/config/operations/operation.ts'
import { namesItem } from '#contract/connectors/config/operations/record-urls.ts'
import { namesInPath } from '#contract/connectors/config/placeholders.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { webAddressFault } from '#contract/kit/web-address.ts'
import { headerFault } from '#server/outbound/headers.ts'
import { parsePath } from '#server/platform/json/path.ts'
import { namesOf } from '../../kit/record-values.ts'
import { templateKindOf } from './bodies/body-writer.ts'
import { templateFault } from './bodies/template.ts'
import { unknownPlaceholders } from './placeholders.ts'
import { filler, fillUrl } from './variables.ts'

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const ownHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'content-type', 'idempotency-key'])

function nameFault({ in: place, name }: OperationParameter, { url = '', auth, secrets = [] }: DestinationConfig): string | null {
  const isSame = (other: string) => (place === 'header' ? other.toLowerCase() === name.toLowerCase() : other === name)
  if (auth?.type === 'apiKey' && auth.in === place && isSame(auth.name))
    return `The authentication already uses "${name}". Choose another name`
  if (secrets.some((it) => it.in === place && isSame(it.name))) return `A secret already uses "${name}". Choose another name`
  if (place === 'path') return namesInPath(url).includes(name) ? null : `Add {${name}} to the URL path, or remove its value`
  if (place === 'query') return null
  if (ownHeaders.has(name.toLowerCase())) return "This header can't contain a record value. Choose another name"
  return headerFault(name, '')
}

const verbs = {
  each: 'send records',
  update: 'update records',
  find: 'create records',
  delete: 'delete records',
  own: 'send records',
} as const

/** The search and the change of an operation that looks for records first. */
function checkFind({ url = '', variables, operation }: DestinationConfig): FieldProblem[] {
  if (operation?.do !== 'find') return []
  const { find, update } = operation
  if (find === undefined || update === undefined)
    return [{ path: '/operation/find', message: 'Enter the search URL and the update URL' }]
  const errors: FieldProblem[] = []
  const refuse = (path: string, message: string | null) => {
    if (message !== null) errors.push({ path: `/operation${path}`, message })
  }
  const addressOf = (text: string) => (URL.canParse(text) ? fillUrl(text, filler(variables)) : null)
  const origin = addressOf(url)?.origin
  for (const [path, text] of [
    ['/find/url', find.url],
    ['/update/url', update.url],
  ] as const) {
    const fault = webAddressFault(text)
    if (fault !== null) refuse(path, fault === 'needed' ? 'Enter a URL' : 'Enter a valid URL')
    else if (addressOf(text)?.origin !== origin) refuse(path, 'Use the same server as in the URL that creates records')
    for (const { message } of unknownPlaceholders({ url: text, ...(variables ? { variables } : {}) }, 'destination'))
      refuse(path, message)
  }
  for (const [path, text] of [
    ['/find/url', find.url],
    ['/find/body', find.method === 'POST' ? (find.body ?? '') : ''],
    ['/update/url', update.url],
  ] as const) {
    // Such a sign would end the path or the query of the URL.
    const bad = fieldsOfTemplate(text).find((it) => pathFault(it) !== null || (path !== '/find/body' && /[/\\?#]/.test(it)))
    if (bad !== undefined) refuse(path, `{${bad}} is not a field. Check its name`)
  }
  if (fieldsOfTemplate(`${find.url} ${find.body ?? ''}`).length === 0)
    refuse('/find/url', 'Add a record value to the search, such as {email}')
  if (!fieldsOfTemplate(update.url).some((field) => field.startsWith(foundPrefix)))
    refuse('/update/url', 'Add the ID that was found, such as {found.id}')
  if (find.method === 'POST' && find.body) refuse('/find/body', templateFault(find.body, 'json'))
  refuse('/find/resultPath', find.resultPath === '' ? null : pathFault(find.resultPath))
  if (find.matchPath !== undefined) refuse('/find/matchPath', pathFault(find.matchPath))
  if (find.matchField !== undefined)
    refuse('/find/matchField', namesOf(find.matchField) === null ? 'Enter the path of one field, without brackets' : null)
  if ((find.matchPath === undefined) !== (find.matchField === undefined))
    refuse(
      find.matchPath === undefined ? '/find/matchPath' : '/find/matchField',
      'Enter the field in the result and in the record',
    )
  return errors
}

function pathFault(text: string): string | null {
  const parsed = parsePath(text)
  if ('fault' in parsed) return parsed.fault
  return parsed.path.some(({ kind }) => kind === 'each') ? 'Enter a path to one place, without [*]' : null
}

/** The paths by which the response is read. */
function checkAnswer(answer: AnswerReading): FieldProblem[] {
  if ('preset' in answer) return []
  const { itemsPath, ...paths } = answer
  const own = [...(itemsPath === '' ? [] : [['itemsPath', itemsPath] as const]), ...Object.entries(paths)]
  const faults = own.flatMap(([name, text]) => {
    const message = pathFault(text)
    return message === null ? [] : [{ path: `/operation/answer/${name}`, message }]
  })
  if ((paths.matchAnswer === undefined) === (paths.matchSent === undefined)) return faults
  const name = paths.matchAnswer === undefined ? 'matchAnswer' : 'matchSent'
  return [...faults, { path: `/operation/answer/${name}`, message: 'Enter the field in the response and in the record' }]
}

const wrongTypes = {
  xml: 'The body is XML. Remove the header, or use application/xml',
  text: 'The body is text, so values are not escaped for XML. Select XML, or remove the header',
}

/** The line before each record, and what NDJSON has no place for. */
function checkLines(
  { template = '', around = [] }: Operation,
  types: readonly { readonly path: string; readonly type: string }[],
): FieldProblem[] {
  const fault = template === '' ? null : template.trim().includes('\n') ? 'Enter one line' : templateFault(template, 'json')
  const bad = fieldsOfTemplate(template).find((field) => pathFault(field) !== null)
  return [
    ...types.flatMap(({ path, type }) =>
      /json/i.test(type) ? [] : [{ path, message: 'The body is NDJSON. Remove the header, or use application/x-ndjson' }],
    ),
    ...(fault === null ? [] : [{ path: '/operation/template', message: fault }]),
    ...(bad === undefined ? [] : [{ path: '/operation/template', message: `{${bad}} is not a field. Check its name` }]),
    ...(around.length === 0
      ? []
      : [{ path: '/operation/around', message: 'NDJSON has no place for additional fields. Remove them' }]),
  ]
}

/** The template or the files of the body, and a header that says something else of it. */
function checkBody(config: DestinationConfig): FieldProblem[] {
  const { operation, headers = [], variables } = config
  if (operation === undefined || operation.do === 'delete') return []
  const { bodyFormat = 'json', template = '', files = [] } = operation
  const fill = filler(variables)
  const types = headers.flatMap(({ key, value, active }, at) =>
    active !== false && key.toLowerCase() === 'content-type' ? [{ path: `/headers/${at}`, type: fill(value) }] : [],
  )
  if (bodyFormat === 'multipart')
    return [
      ...types.map(({ path }) => ({ path, message: 'Remove the Content-Type header. Multipart records set their own' })),
      ...files.flatMap(({ field, nameField }, at) =>
        namesOf(field) === null || (nameField !== undefined && namesOf(nameField) === null)
          ? [{ path: `/operation/files/${at}/field`, message: 'Enter the path of one field, without brackets' }]
          : [],
      ),
    ]
  if (bodyFormat === 'ndjson') return checkLines(operation, types)
  if (bodyFormat !== 'xml' && bodyFormat !== 'text') return []
  const isXml = bodyFormat === 'xml'
  const isLines = types.some(({ type }) => /ndjson|jsonl|json-?lines|json-seq/i.test(type))
  const fault = templateFault(template, templateKindOf(config), isLines)
  const bad = fieldsOfTemplate(template).find((field) => pathFault(field) !== null)
  return [
    ...types.flatMap(({ path, type }) =>
      isXml === /[/+]xml\b/i.test(type) ? [] : [{ path, message: isXml ? wrongTypes.xml : wrongTypes.text }],
    ),
    ...(fault === null ? [] : [{ path: '/operation/template', message: fault }]),
    ...(bad === undefined ? [] : [{ path: '/operation/template', message: `{${bad}} is not a field. Check its name` }]),
  ]
}

/** Method, names, fields, body and response of the operation. */
export function checkOperation(config: DestinationConfig): FieldProblem[] {
  const { operation, requestMethod = 'POST' } = config
  if (operation === undefined) return []
  const errors: FieldProblem[] = []
  const refuse = (path: string, message: string | null) => {
    if (message !== null) errors.push({ path, message })
  }
  const methods: readonly string[] = methodsOfOperation[operation.do]
  const verb = verbs[operation.do]
  refuse('/requestMethod', methods.includes(requestMethod) ? null : `Select ${either.format(methods)} to ${verb}`)
  const { parameters } = operation
  if (namesItem(operation.do) && !parameters.some((it) => it.in !== 'header'))
    refuse('/operation/parameters', 'Add a record value to the URL, such as {id}')
  const seen = new Set<string>()
  for (const [at, parameter] of parameters.entries()) {
    const here = `/operation/parameters/${at}`
    const place = `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`
    refuse(`${here}/name`, seen.has(place) ? `Another value already sets "${parameter.name}"` : nameFault(parameter, config))
    refuse(`${here}/field`, namesOf(parameter.field) === null ? 'Enter the path of one field, without brackets' : null)
    seen.add(place)
  }
  errors.push(...checkFind(config))
  for (const it of checkBody(config)) refuse(it.path, it.message)
  refuse('/operation/idPath', operation.idPath === undefined ? null : pathFault(operation.idPath))
  if (operation.answer) errors.push(...checkAnswer(operation.answer))
  return errors
}
