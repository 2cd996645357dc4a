/** Joins the Enterprise Library to its calls. */
import { enterpriseEndpoints } from '#contract/library/enterprise.ts'
import { type Audience, audiences, enterpriseLimits } from '#contract/library/enterprise-limits.ts'
import { type Access, call } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

/** A page of published connectors; `query.search`, `query.page`. */
export const enterpriseMachine = (access: Access) =>
  listOf(async ({ search, page }, signal) => {
    const query = { page: Number(page), ...(search === '' ? {} : { search: String(search) }) }
    const { data, total } = await call(enterpriseEndpoints.list, { access, query, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

/** One of them, as a list of one. */
export const enterpriseEntryMachine = (access: Access, id: string) =>
  listOf(async (_, signal) => ({
    items: [await call(enterpriseEndpoints.get, { access, params: { id }, signal })],
    total: 1,
  })).provide({ delays: { refreshPause } })

const audienceOf = (text: string | undefined): Audience => audiences.find((it) => it === text) ?? 'everyone'
/** What is written one a line. */
const namesIn = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `entry.audience`, and `entry.companies`, one a line. */
export const offeringMachine = (access: Access, announce: () => void) =>
  entryDialogOf({
    save: ({ id = '', audience, companies }, signal) =>
      call(enterpriseEndpoints.offer, {
        access,
        params: { id },
        body: { audience: audienceOf(audience), companies: audienceOf(audience) === 'chosen' ? namesIn(companies) : [] },
        signal,
      }),
    isValid: ({ audience, companies }) => {
      const { length } = namesIn(companies)
      return audienceOf(audience) !== 'chosen' || (length > 0 && length <= enterpriseLimits.companiesMax)
    },
    announce,
  })

export type PublicationDecisionKind = 'approve' | 'decline'

/** `entry.decision` on the revision that was read; declining needs a reason. */
export const publicationDecisionMachine = (access: Access, announce: (decision: PublicationDecisionKind) => void) =>
  entryDialogOf({
    save: ({ id = '', decision, revision, reason = '' }, signal) => {
      const of = { access, params: { id }, signal }
      return decision === 'approve'
        ? call(enterpriseEndpoints.approve, { ...of, body: { revision: Number(revision) } })
        : call(enterpriseEndpoints.decline, { ...of, body: { revision: Number(revision), reason: reason.trim() } })
    },
    isValid: ({ decision, reason = '' }) =>
      decision === 'approve' || (reason.trim() !== '' && reason.length <= enterpriseLimits.reasonMax),
    announce: ({ decision }) => announce(decision === 'approve' ? 'approve' : 'decline'),
  })
