/** What is wrong with an HTTP side before anything is sent. Paths are JSON pointers into the side's own configuration. */
import type { DestinationConfig, SourceConfig } from '../../../../contract/config.ts'
import type { FieldProblem } from '../../../../contract/problem.ts'
import { headerFault } from '../../../outbound/headers.ts'
import { parsePath } from '../../mapping/path.ts'

type Side = SourceConfig | DestinationConfig

const sourceMethods = new Set(['GET', 'POST', 'PUT', 'PATCH'])
const destinationMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Authentication that the engine can do. */
export const httpAuthTypes: readonly string[] = ['none', 'basic', 'bearer', 'apiKey']

function addressFault(text: string | undefined): string | null {
  if (!text) return 'An address is needed'
  if (!URL.canParse(text)) return 'This is not an address'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'The address must begin with http:// or https://'
  if (url.username !== '' || url.password !== '')
    return 'A name or password belongs into the authentication, not into the address'
  return null
}

function checkSide(config: Side, methods: ReadonlySet<string>): FieldProblem[] {
  const errors: FieldProblem[] = []
  const refuse = (path: string, message: string | null) => {
    if (message !== null) errors.push({ path, message })
  }
  refuse('/url', addressFault(config.url))
  const method = config.requestMethod
  if (method !== undefined && !methods.has(method))
    refuse('/requestMethod', `${method} is not possible here, only ${[...methods].join(', ')}`)
  for (const [at, header] of (config.headers ?? []).entries()) {
    if (header.active === false) continue
    const ours = header.key.toLowerCase() === 'idempotency-key' ? 'The engine sets this header itself' : null
    refuse(`/headers/${at}`, ours ?? headerFault(header.key, header.value))
  }
  const { auth } = config
  if (auth && !httpAuthTypes.includes(auth.type))
    refuse('/auth/type', `Authentication of the type ${auth.type} is not available yet`)
  if (auth?.type === 'apiKey' && auth.in === 'header') refuse('/auth/name', headerFault(auth.name, ''))
  return errors
}

function pathFault(text: string | undefined): string | null {
  if (!text) return null
  const parsed = parsePath(text)
  if ('fault' in parsed) return parsed.fault
  return parsed.path.some(({ kind }) => kind === 'each') ? 'This path must lead to one place, so it cannot hold [*]' : null
}

function checkPaging({ listConfig }: SourceConfig): FieldProblem[] {
  if (listConfig?.type !== 'pagination') return []
  const at = '/listConfig/paginationConfig'
  const paging = listConfig.paginationConfig
  if (!paging) return [{ path: at, message: 'Pagination needs its settings' }]
  const needed = { offset: 'offsetParam', page: 'pageParam', cursor: 'cursorParam' } as const
  const errors: FieldProblem[] = []
  if (paging[needed[paging.type]] === '')
    errors.push({ path: `${at}/${needed[paging.type]}`, message: 'The name of the parameter is needed' })
  if (paging.type === 'cursor' && paging.responsePathToNextCursor === '')
    errors.push({ path: `${at}/responsePathToNextCursor`, message: 'The path to the next cursor is needed' })
  for (const field of ['responsePathToItems', 'responsePathToNextCursor'] as const) {
    const fault = pathFault(paging[field])
    if (fault !== null) errors.push({ path: `${at}/${field}`, message: fault })
  }
  return errors
}

export function checkHttpSource(config: SourceConfig): FieldProblem[] {
  const errors = [...checkSide(config, sourceMethods), ...checkPaging(config)]
  const paths = [
    ['/listPath', config.listPath],
    ['/listConfig/iterationPath', config.listConfig?.iterationPath],
  ] as const
  for (const [path, text] of paths) {
    const message = pathFault(text)
    if (message !== null) errors.push({ path, message })
  }
  return errors
}

export const checkHttpDestination = (config: DestinationConfig): FieldProblem[] => checkSide(config, destinationMethods)
