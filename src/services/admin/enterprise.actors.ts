/** Joins the page Enterprise Library to its calls. */
import { fromCallback } from 'xstate'

import { enterpriseEndpoints } from '#contract/library/enterprise.ts'
import { type Audience, audiences, enterpriseLimits } from '#contract/library/enterprise-limits.ts'
import { type EnterprisePlace, enterprisePageMachine } from '../../machines/admin/enterprise.page.machine.ts'
import { readAddress, watchAddress } from '../kit/address/address.service.ts'
import { type Access, call } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

/** What the address names. */
export function openedLibrary(): EnterprisePlace {
  const { search, page, open } = readAddress(['search', 'page', 'open'])
  return { search: (search ?? '').trim(), page: Math.max(1, Number.parseInt(page ?? '1', 10) || 1), open }
}

const audienceOf = (text: string | undefined): Audience => audiences.find((it) => it === text) ?? 'everyone'
/** What is written one a line. */
const namesIn = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const enterprisePageOf = (access: Access) =>
  enterprisePageMachine.provide({
    actors: {
      entries: listOf(async ({ search, page }, signal) => {
        const query = { page: Number(page), ...(search === '' ? {} : { search: String(search) }) }
        const { data, total } = await call(enterpriseEndpoints.list, { access, query, signal })
        return { items: data, total }
      }).provide({ delays: { refreshPause } }),
      /** As a list of one. */
      entry: listOf(async ({ id }, signal) => ({
        items: [await call(enterpriseEndpoints.get, { access, params: { id: String(id) }, signal })],
        total: 1,
      })).provide({ delays: { refreshPause } }),
      /** `entry.audience`, and `entry.companies`, one a line. */
      offer: entryDialogOf({
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
      }),
      /** `entry.decision` on the revision that was read; declining needs a reason. */
      decision: entryDialogOf({
        save: ({ id = '', decision, revision, reason = '' }, signal) => {
          const of = { access, params: { id }, signal }
          return decision === 'approve'
            ? call(enterpriseEndpoints.approve, { ...of, body: { revision: Number(revision) } })
            : call(enterpriseEndpoints.decline, { ...of, body: { revision: Number(revision), reason: reason.trim() } })
        },
        isValid: ({ decision, reason = '' }) =>
          decision === 'approve' || (reason.trim() !== '' && reason.length <= enterpriseLimits.reasonMax),
      }),
      address: fromCallback(({ sendBack }) => watchAddress(() => sendBack({ type: 'place.changed', query: openedLibrary() }))),
    },
  })
