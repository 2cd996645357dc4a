/** What a person sees of their company: a USER their own connectors, the others all of them. `decisions.md` section 2. */
import type { Caller, TenantScope } from '../../platform/security/access.ts'

export const tenantScopeOf = ({ companyId, userId, role }: Caller): TenantScope => ({
  companyId,
  ownerId: role === 'USER' ? userId : null,
})
