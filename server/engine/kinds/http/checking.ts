/** What is wrong with an HTTP side before anything is sent. Paths are JSON pointers into the side's own configuration. */
import type { DestinationConfig, SourceConfig } from '../../../../contract/config.ts'
import type { FieldProblem } from '../../../../contract/problem.ts'
import { headerFault } from '../../../outbound/headers.ts'
import { parsePath } from '../../mapping/path.ts'
import { filler } from './variables.ts'

type Side = SourceConfig | DestinationConfig

type Method = NonNullable<Side['requestMethod']>

/** Why a method cannot be used, as a sentence. */
const noSource: Readonly<Partial<Record<Method, string>>> = {
  HEAD: 'The answer to HEAD has no body, so it holds no records',
  OPTIONS: 'The answer to OPTIONS tells what an address can do and holds no records',
  DELETE: 'Reading must not remove anything: what an answer that is lost on the way had held would be gone',
}
const noDestination: Readonly<Partial<Record<Method, string>>> = {
  GET: 'GET carries no body, so no record can be sent with it: use POST, PUT, PATCH or DELETE',
  HEAD: 'HEAD carries no body, so no record can be sent with it: use POST, PUT, PATCH or DELETE',
  OPTIONS: 'OPTIONS only asks what an address can do: use POST, PUT, PATCH or DELETE',
}

/** Authentication that the engine can do. */
export const httpAuthTypes: readonly string[] = ['none', 'basic', 'bearer', 'apiKey', 'oauth2ClientCredentials']

function addressFault(text: string | undefined): string | null {
  if (!text) return 'An address is needed'
  if (!URL.canParse(text)) return 'This is not an address'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'The address must begin with http:// or https://'
  if (url.username !== '' || url.password !== '')
    return 'A name or password belongs into the authentication, not into the address'
  return null
}

function checkSide(config: Side, unfit: Readonly<Partial<Record<Method, string>>>): FieldProblem[] {
  const fill = filler(config.variables)
  const errors: FieldProblem[] = []
  const refuse = (path: string, message: string | null) => {
    if (message !== null) errors.push({ path, message })
  }
  refuse('/url', addressFault(config.url))
  refuse('/requestMethod', unfit[config.requestMethod ?? 'POST'] ?? null)
  for (const [at, header] of (config.headers ?? []).entries()) {
    if (header.active === false) continue
    const ours = header.key.toLowerCase() === 'idempotency-key' ? 'The engine sets this header itself' : null
    refuse(`/headers/${at}`, ours ?? headerFault(header.key, fill(header.value)))
  }
  const { auth } = config
  if (auth && !httpAuthTypes.includes(auth.type))
    refuse('/auth/type', `Authentication of the type ${auth.type} is not available yet`)
  if (auth?.type === 'oauth2ClientCredentials') {
    refuse('/auth/tokenUrl', addressFault(auth.tokenUrl))
    refuse('/auth/clientId', auth.clientId === '' ? 'The client id is needed' : null)
  }
  if (auth?.type === 'apiKey')
    refuse(
      '/auth/name',
      auth.name === '' ? 'The name of the key is needed' : auth.in === 'header' ? headerFault(auth.name, '') : null,
    )
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
  const errors = [...checkSide(config, noSource), ...checkPaging(config)]
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

export const checkHttpDestination = (config: DestinationConfig): FieldProblem[] => checkSide(config, noDestination)
