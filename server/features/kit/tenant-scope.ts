/** What a person sees of their company: a USER their own connectors, the others all of them. `decisions.md` section 2. */
import type { Caller } from '../../platform/security/access.ts'
import type { Sight } from '../connectors/details/connectors.repository.ts'

export const sightOf = ({ companyId, userId, role }: Caller): Sight => ({
  companyId,
  ownerId: role === 'USER' ? userId : null,
})
