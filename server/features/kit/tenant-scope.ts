/** What a person sees of their company: a USER their own connectors, the others all of them. `decisions.md` section 2. */
import type { Caller } from '../access.ts'
import type { Sight } from '../store/connectors.ts'

export const sightOf = ({ companyId, userId, role }: Caller): Sight => ({
  companyId,
  ownerId: role === 'USER' ? userId : null,
})
