/** Joins the companies of the installation to their calls. */
import { type CustomerDetails, customerEndpoints } from '#contract/admin/customers.ts'
import { freeTier, productTiers } from '#contract/auth/registration.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { isEmailLike } from '../../machines/kit/is-email-like.ts'
import { type Access, call } from '../kit/api-client.ts'
import { entryDialogOf } from '../kit/entry-dialog.actors.ts'
import { create } from '../kit/idempotent-create.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

type Wanted = QueryOf<typeof customerEndpoints.list>

/** A page of companies; the query is that of the call, without what is empty. */
export const customersMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
    const { data, total } = await call(customerEndpoints.list, { access, query: Object.fromEntries(asked) as Wanted, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })

/** The first administrator of a company that is added. */
export const addingMachine = (access: Access, announce: (customer: CustomerDetails) => void) =>
  entryDialogOf({
    save: async ({ name = '', plan = '', email = '' }, signal) =>
      announce(
        await create(customerEndpoints.add, {
          ...{ access, signal },
          body: { name: name.trim(), plan: productTiers.find((it) => it === plan) ?? freeTier, email: email.trim() },
        }),
      ),
    isValid: ({ name = '', email = '' }) => name.trim() !== '' && isEmailLike(email),
  })
