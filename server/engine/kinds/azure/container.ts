/** One container, reached by Azure's own client over our way out: no socket, no retry and no redirect of its own. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { ContainerClient, HttpHeaders, HttpOperationResponse, IHttpClient, WebResource } from '@azure/storage-blob'
import type { Auth, AzureConfig } from '#contract/connectors/config/config.ts'
import { withoutEnd } from '#contract/kit/without-end.ts'
import type { OutboundAnswer, SecretPlaces } from '#server/outbound/exchange.ts'
import type { Masked, Permission, Tools } from '../../kit/kind.ts'
import { createMask } from '../http/masking/masking.ts'

/** Azure answered, but not with what was asked for; or its answer could not be read. */
export class AzureFault extends Error {
  override readonly name = 'AzureFault'
  readonly answer: OutboundAnswer

  constructor(answer: OutboundAnswer, cause: unknown) {
    super('azure', { cause })
    this.answer = answer
  }
}

export type Container = {
  readonly origin: string
  /** Without a signature, e.g. `https://account.blob.core.windows.net/orders`. */
  readonly address: string
  readonly masked: Masked
  /** One request. Throws `OutboundFault` and `AzureFault`. */
  readonly ask: <T>(
    request: (client: ContainerClient) => Promise<T>,
    permission: Asking,
  ) => Promise<{ value: T; answer: OutboundAnswer }>
}

type Asking = Pick<Permission, 'signal'> & Partial<Permission>
type Call = { readonly asking: Asking; answer: OutboundAnswer | null }

/** Bytes of a range; a whole blob is bounded as every answer is. */
export const rangeMax = 4 * 1024 * 1024

const rawHeaders = ({ headers }: WebResource) => headers.toJson({ preserveCase: false }) as Record<string, string>

async function collected(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

function httpClient(
  { outbound }: Pick<Tools, 'outbound'>,
  calls: AsyncLocalStorage<Call>,
  places: () => SecretPlaces,
): IHttpClient {
  async function send(request: WebResource, asking: Asking): Promise<OutboundAnswer> {
    const headers = rawHeaders(request)
    const it = {
      method: request.method,
      url: new URL(request.url),
      headers,
      body: bodyOf(request),
      secretPlaces: places(),
      ...asking,
    }
    if (headers['x-ms-range'] === undefined) return outbound.request(it)
    const { status, headers: received, body } = await outbound.open({ ...it, cap: rangeMax + 64 * 1024 })
    const bytes = await collected(body)
    return { status, headers: received, body: bytes, bytes: bytes.length }
  }

  return {
    sendRequest: async (request): Promise<HttpOperationResponse> => {
      const call = calls.getStore()
      if (!call) throw new TypeError('a request outside of a call')
      const answer = await send(request, call.asking)
      call.answer = answer
      const wantsStream = request.streamResponseStatusCodes?.has(answer.status) ?? false
      return {
        request,
        status: answer.status,
        headers: headersOf(answer),
        ...(wantsStream ? { readableStreamBody: unread() } : { bodyAsText: answer.body.toString('utf8') }),
      }
    },
  }
}

/** Bytes are taken from the answer itself. A stream of them that nobody reads would be the end of the process when it breaks. */
const unread = () => new Readable({ read: () => {} })

function bodyOf({ body }: WebResource): Buffer | null {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as string)
  throw new TypeError('only texts and bytes are sent')
}

/** Azure's client would follow a redirect by itself, and count the bytes of an encoded answer that is decoded by now. */
function headersOf({ headers, body }: OutboundAnswer): HttpHeaders {
  const { location: _, 'content-encoding': encoding = '', ...kept } = headers
  const plain: Record<string, string> = encoding === '' ? kept : { ...kept, 'content-length': String(body.length) }
  return { toJson: () => plain } as unknown as HttpHeaders
}

/** Opens the container of a side that was checked. Throws what `readSecret` throws. */
export async function openContainer(config: AzureConfig, auth: Auth | undefined, tools: Tools): Promise<Container> {
  // Loaded when it is needed: it takes megabytes, and most processes never meet a container.
  const azure = await import('@azure/storage-blob')
  const endpoint = new URL(config.endpoint)
  const address = `${withoutEnd(endpoint.href, '/')}/${config.container}`
  const calls = new AsyncLocalStorage<Call>()
  const mask = createMask()
  let query = ''
  let secretPlaces: SecretPlaces = {}
  let credential: Parameters<typeof azure.newPipeline>[0] = new azure.AnonymousCredential()
  if (auth?.type === 'accountKey') {
    const key = await tools.readSecret(auth.key, endpoint.origin)
    mask.add(key)
    credential = new azure.StorageSharedKeyCredential(auth.account, key)
  } else if (auth?.type === 'sasToken') {
    query = (await tools.readSecret(auth.token, endpoint.origin)).replace(/^\?/, '')
    const parts = new URLSearchParams(query)
    mask.add(query, parts.get('sig') ?? '')
    secretPlaces = { queries: [...parts.keys()] }
  }
  const pipeline = azure.newPipeline(credential, {
    httpClient: httpClient(tools, calls, () => secretPlaces),
    retryOptions: { maxTries: 1 },
  })
  const client = new azure.ContainerClient(query === '' ? address : `${address}?${query}`, pipeline)

  return {
    origin: endpoint.origin,
    address,
    masked: mask.masked,
    ask: async (request, asking) => {
      const call: Call = { asking, answer: null }
      try {
        const value = await calls.run(call, () => request(client))
        if (call.answer === null) throw new TypeError('Azure was not asked')
        return { value, answer: call.answer }
      } catch (thrown) {
        // What is no answer of Azure's at all ends in the client as a TypeError.
        const isMisread = thrown instanceof TypeError || (thrown instanceof Error && thrown.name === 'RestError')
        if (call.answer !== null && isMisread) throw new AzureFault(call.answer, thrown as Error)
        throw thrown
      }
    },
  }
}
