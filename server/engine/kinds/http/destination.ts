/** Delivers JSON over HTTP, each delivery under its own key. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { OutboundFault, type ResponseHead } from '#server/outbound/fault.ts'
import type { Destination, Earlier as EarlierTry, MakeAfter, Outcome, Parcel, Permission, Tools } from '../../kit/kind.ts'
import { pathOf } from '../../kit/record-values.ts'
import { RateLimited } from '../paced-outbound.ts'
import { outcomeOfReaching } from '../reaching.ts'
import { AccessTokenFault } from './access-token.ts'
import { readsAnswer } from './afterwards/making.ts'
import { type Finder, finderOf, type Target } from './find/finder.ts'
import { mayBeCreated, notFoundYet, twinNotFoundYet } from './find/search-lag.ts'
import { type RecordRequest, recordRequestsOf } from './operation.ts'
import { requestTemplate } from './request.ts'
import { foreignAnswer, isStoredAs } from './response/answer.ts'
import { answerReaderOf } from './response/presets/answer-reader.ts'
import { withFoundId } from './response/remote-ids.ts'
import { judgeOf, sentenceOf } from './response/success.ts'
import { type Earlier as Known, outcomeOf, outcomeOfHead, readBytes, type Sent } from './response/verdict.ts'

/** Methods of which a second request has no second effect (RFC 9110, section 9.2.2). */
const idempotent = new Set(['PUT', 'DELETE', 'GET', 'HEAD', 'OPTIONS'])

/** What is known of earlier tries under a key: `limits` refused it beside a rate limit that was used up. */
type Earlier = Known & { limits: number }

type Request = Omit<RecordRequest, 'contentType' | 'shown'>

/** Answers that say that nothing is at this URL. */
const goneStatuses: ReadonlySet<number> = new Set([404, 410])

/** Bytes of a response that are read for the request that follows. */
const afterReadMax = 1_048_576

/** Keys of which something is remembered at once: those that are tried again. */
const rememberedMax = 10_000

function outcomeOfFault(thrown: unknown): Outcome {
  if (thrown instanceof AccessTokenFault) {
    const it = thrown.problem('destination')
    return thrown.retry ? { outcome: 'retry', problem: it } : { outcome: 'refused', problem: it, about: 'caller' }
  }
  return outcomeOfReaching(thrown)
}

/** Opens the destination of a configuration that was checked. */
export async function openHttpDestination(
  config: DestinationConfig,
  tools: Tools,
  makeAfter: MakeAfter | null = null,
): Promise<Destination> {
  const { method, url, headers, masked, shownAddress, shownHeaders, send } = await requestTemplate(config, 'POST', tools)
  const { answer: reading, idPath } = config.operation ?? {}
  const judge = {
    ...judgeOf(config.success),
    reader: answerReaderOf(reading),
    idPath: idPath === undefined ? null : pathOf(idPath),
  }
  const success = sentenceOf(config.success ?? {})
  const ofRecords = recordRequestsOf(config, url)
  const isLines = config.operation?.bodyFormat === 'ndjson'
  const finder = await finderOf(config, tools)
  /** After a first request that arrived, its own precondition (RFC 9110, section 13) refuses the second. */
  const hasPrecondition = [
    ...(config.operation?.parameters ?? []).flatMap((it) => (it.in === 'header' ? [it.name] : [])),
    ...(config.headers ?? []).flatMap(({ key, active }) => (active === false ? [] : [key])),
  ].some((name) => /^if-/i.test(name))
  const earlier = new Map<string, Earlier>()
  let usual: { readonly answer: OutboundAnswer; readonly outcome: Outcome } | null = null

  const sentOf = (parcel: Parcel): Sent => ({
    count: parcel.count,
    texts: () => parcel.texts(),
    // The value is the same for every delivery of a connector, so stored verdicts may depend on it.
    isAlone: () => parcel.texts()[0] === parcel.body,
  })

  /** Most answers of a second are alike: those that say the same of any record are read once, and kept once. */
  function verdictOf(answer: OutboundAnswer, parcel: Parcel, known: Earlier): Outcome {
    const { count } = parcel
    if (count === 1 && usual && isStoredAs(usual.answer, answer)) return usual.outcome
    let isAboutSent = false
    const texts = () => {
      isAboutSent = true
      return parcel.texts()
    }
    const outcome = outcomeOf(answer, { ...sentOf(parcel), texts }, known, masked, judge)
    if (count === 1 && outcome.outcome === 'delivered' && !isAboutSent) usual = { answer, outcome }
    return outcome
  }

  /**
   * A URL that names the record and is not there says nothing about the next record: the run goes on, however many are missing. What is to be deleted
   * is then gone, and any other deletion may have removed it at an attempt whose response was lost. So may a request whose own precondition fails.
   */
  function aboutOwn(answer: ResponseHead, outcome: Outcome): Outcome {
    if (outcome.outcome !== 'refused') return outcome
    if (hasPrecondition && answer.status === 412) return { ...outcome, about: 'delivery' }
    if (ofRecords?.hasOwnUrl !== true || !goneStatuses.has(answer.status)) return outcome
    if (ofRecords.isDelete && ofRecords.namesRecord && method === 'DELETE' && config.success?.statuses === undefined)
      return {
        outcome: 'delivered',
        answer: outcome.problem.answer ?? foreignAnswer({ body: Buffer.alloc(0), bytes: 0, ...answer }, masked),
      }
    if (ofRecords.isDelete || method === 'DELETE') return { ...outcome, about: 'delivery' }
    return ofRecords.namesRecord ? { ...outcome, about: 'records' } : outcome
  }

  function remember(key: string, known: Earlier, outcome: Outcome): Outcome {
    if (outcome.outcome === 'unknown') known.unknown = true
    if (outcome.outcome === 'withheld') return outcome
    earlier.delete(key)
    const isAgain = outcome.outcome === 'unknown' || outcome.outcome === 'retry' || outcome.outcome === 'limited'
    const isWorthIt = isAgain && (known.unknown || known.limits > 0)
    if (isWorthIt && earlier.size < rememberedMax) earlier.set(key, known)
    return outcome
  }

  const headersOf = ({ key }: Parcel, { headers: own, body, contentType }: Omit<RecordRequest, 'url'>) => ({
    ...(body === null ? {} : { 'content-type': contentType }),
    ...headers,
    ...own,
    'idempotency-key': key,
  })
  /** The request of a delivery; what has no URL of its own was refused before it was kept. */
  const requestOf = (parcel: Parcel) => {
    const request = isLines ? ofRecords?.linesOf(parcel.texts()) : ofRecords?.requestOf(parcel.body)
    if (request !== undefined && 'code' in request) return request
    const { url: address, ...own } = request ?? { url, headers: {}, body: parcel.body, contentType: 'application/json' }
    return { url: address, headers: headersOf(parcel, own), body: own.body, shown: own.shown ?? own.body?.toString() ?? '' }
  }

  /** With what follows the delivery. @param body the response, as far as it is known. */
  function followed(outcome: Outcome, parcel: Parcel, body: Buffer | null, target: Target | null): Outcome {
    if (makeAfter === null || outcome.outcome !== 'delivered') return outcome
    const after = makeAfter(parcel.body, body, target?.found ?? null)
    return after === null ? outcome : { ...outcome, after }
  }

  /** One request; `target` is what was found, and null of what is created. */
  async function sendTo(
    target: Target | null,
    request: Request,
    parcel: Parcel,
    permission: Permission,
    known: Earlier,
  ): Promise<Outcome> {
    const judged = (answer: OutboundAnswer) => {
      const verdict = aboutOwn(answer, verdictOf(answer, parcel, known))
      const { idPath } = judge
      const outcome = target === null || idPath === null ? verdict : withFoundId(verdict, target.found, idPath, masked)
      return followed(outcome, parcel, answer.bytes > answer.body.length ? null : answer.body, target)
    }
    return (target?.send ?? send)({
      method: target?.method ?? method,
      url: target?.url ?? request.url,
      headers: request.headers,
      body: request.body === parcel.body ? parcel.bytes : request.body,
      keep: makeAfter !== null && readsAnswer(config) ? afterReadMax : readBytes(parcel, judge),
      ...permission,
    }).then(judged, (thrown: unknown) => {
      if (thrown instanceof RateLimited && !thrown.limit.isCertain) {
        known.limits += 1
        if (thrown.isBelieved(known.limits)) return judged(thrown.answer)
      }
      return thrown instanceof OutboundFault && thrown.head !== null
        ? followed(aboutOwn(thrown.head, outcomeOfHead(thrown.head, sentOf(parcel), known, masked, judge)), parcel, null, target)
        : outcomeOfFault(thrown)
    })
  }

  /** A search may show a new record only after a while: what may have been created is not created because it is not found. */
  async function findAndSend(
    it: Finder,
    request: Request,
    parcel: Parcel,
    permission: Permission,
    known: Earlier,
    earlierTry: EarlierTry | undefined,
  ): Promise<Outcome> {
    const target = await it.targetOf(parcel.body, permission, outcomeOfFault)
    if (target !== null) return 'outcome' in target ? target.outcome : sendTo(target, request, parcel, permission, known)
    // A second request under the same key has no second effect there.
    if (config.honoursKeys === true) return sendTo(null, request, parcel, permission, known)
    if (earlierTry?.isInDoubt) return notFoundYet()
    if (it.isCreated(parcel.body)) return twinNotFoundYet()
    await earlierTry?.begin()
    const outcome = mayBeCreated(await sendTo(null, request, parcel, permission, known))
    if (outcome.outcome === 'delivered' || outcome.outcome === 'unknown') it.created(parcel.body)
    return outcome
  }

  return {
    endpoint: `${method} ${ofRecords === null ? shownAddress(url) : ofRecords.shown(shownAddress(url))}`,
    ...(success === null ? {} : { success }),
    honoursKeys: () => config.honoursKeys === true,
    // What may have been created is looked for again.
    isIdempotent: () => finder !== null || config.honoursKeys === true || (idempotent.has(method) && !hasPrecondition),
    host: url.origin,
    answersEach: true,
    ...(finder === null || config.honoursKeys === true ? {} : { searchesFirst: true }),
    deliver: async (parcel: Parcel, permission, before) => {
      const known = earlier.get(parcel.key) ?? { unknown: false, conflicts: 0, limits: 0 }
      const request = requestOf(parcel)
      if ('code' in request) return { outcome: 'refused', problem: request, about: 'delivery' }
      const outcome = await (finder === null
        ? sendTo(null, request, parcel, permission, known)
        : finder.inTurn(parcel.body, () => findAndSend(finder, request, parcel, permission, known, before)))
      return remember(parcel.key, known, outcome)
    },
    preview: (parcel) => {
      const request = requestOf(parcel)
      if ('code' in request) return { method, to: shownAddress(url), headers: {}, body: parcel.body }
      const shown = { headers: shownHeaders(request.headers), body: request.shown }
      const beside = finder?.preview(parcel.body, shown) ?? []
      return { method, to: shownAddress(request.url, request.url), ...shown, ...(beside.length === 0 ? {} : { beside }) }
    },
  }
}
