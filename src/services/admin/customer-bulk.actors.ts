/** Joins an action on all companies that a filter finds to its calls. */
import { companyLifecycle } from '#contract/admin/company.lifecycle.ts'
import { customerBulkEndpoints } from '#contract/admin/customer-bulk.ts'
import { type CustomerJobForm, customerJobEndpoints } from '#contract/admin/customer-jobs.ts'
import { customerJobActions, customerLimits } from '#contract/admin/customer-limits.ts'
import { freeTier, productTiers } from '#contract/auth/registration.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { enterpriseEndpoints } from '#contract/library/enterprise.ts'
import type { BulkActionInput } from '../../machines/kit/bulk/bulk-action.machine.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import { type Access, call } from '../kit/api-client.ts'
import { bulkActionOf } from '../kit/bulk-action.actors.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { create } from '../kit/idempotent-create.ts'
import { listOf } from '../kit/list.actors.ts'

export const bulkActions = customerJobActions

const moves = { suspend: 'operator.suspended', reactivate: 'operator.reactivated' } as const
const isMove = (action: string): action is keyof typeof moves => Object.hasOwn(moves, action)

/** Why a company stays as it is: `operator`, `status` or `plan`. */
export const customersInput: BulkActionInput = {
  reasonToSkip: ({ action = '', plan }, { facts }) => {
    const { status = '', plan: current, isOperator } = facts
    if (isMove(action) && isOperator === 'yes') return 'operator'
    if (isMove(action)) return allowedMoves(companyLifecycle, status).includes(moves[action]) ? null : 'status'
    if (status === 'deleting' || status === 'deleted') return 'status'
    return action === 'plan' && current === plan ? 'plan' : null
  },
}

const needsReason = (action = '') => action === 'suspend' || action === 'plan'
const isReason = (text = '') => text.trim() !== '' && text.length <= customerLimits.reasonMax

const formOf = ({ action = '', plan, template = '', reason = '' }: Entry): Omit<CustomerJobForm, 'ids'> => ({
  action: bulkActions.find((it) => it === action) ?? 'suspend',
  ...(needsReason(action) ? { reason: reason.trim() } : {}),
  ...(action === 'plan' ? { plan: productTiers.find((it) => it === plan) ?? freeTier } : {}),
  ...(action === 'offer' ? { template } : {}),
})

export const customerBulkMachine = (access: Access, announce: () => void) =>
  bulkActionOf({
    find: async (filter, signal) => {
      // Whatever the list is filtered by: a member that is not passed on would find companies that the list does not show.
      const given = Object.entries(filter).filter(([, value]) => (value ?? '') !== '')
      const query = Object.fromEntries(given) as QueryOf<typeof customerBulkEndpoints.matching>
      const { data, total } = await call(customerBulkEndpoints.matching, { access, query, signal })
      const targets = data.map(({ id, name, plan, status: state, isOperator }) => ({
        ...{ id, name, facts: { plan, status: state, isOperator: isOperator ? 'yes' : 'no' } },
      }))
      return { targets, total }
    },
    order: ({ entry, ids }, signal) =>
      create(customerJobEndpoints.start, { access, body: { ...formOf(entry), ids: [...ids] }, signal }),
    isValid: ({ action, reason, template }) =>
      (!needsReason(action) || isReason(reason)) && (action !== 'offer' || (template ?? '') !== ''),
    announce,
  })

/** Published connectors that can be offered. */
export const offeredMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const { data, total } = await call(enterpriseEndpoints.list, { access, query: { limit: 100 }, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause: 3_600_000 } })

/** The newest action on many companies, as a list of one or none. */
export const customerJobMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const { job } = await call(customerJobEndpoints.newest, { access, signal })
    return job === null ? { items: [], total: 0 } : { items: [job], total: 1 }
  }).provide({ delays: { refreshPause: 3_000 } })

/** `kind` is `stop` or `retry`. */
export const customerJobMoveMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({
    act: ({ kind, id }, signal) =>
      call(kind === 'stop' ? customerJobEndpoints.stop : customerJobEndpoints.retry, { access, params: { id }, signal }),
    announce,
  })
