import type { User } from '#contract/auth/auth.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { CompanySection } from './overview/CompanySection.tsx'
import { PlatformSection } from './overview/PlatformSection.tsx'

type AdminRouteProps = { readonly access: Access; readonly user: User }

/** The Admin Console: of the installation for its operator, of the own company for its administrators. */
export function AdminRoute({ access, user }: AdminRouteProps) {
  return user.role === 'SUPER_ADMIN' ? <PlatformSection access={access} /> : <CompanySection access={access} />
}
