import type { User } from '#contract/auth/auth.ts'
import { CompanySection } from './overview/CompanySection.tsx'
import { PlatformSection } from './overview/PlatformSection.tsx'

type AdminRouteProps = { readonly user: User }

/** The Admin Console: of the installation for its operator, of the own company for its administrators. */
export function AdminRoute({ user }: AdminRouteProps) {
  return user.role === 'SUPER_ADMIN' ? <PlatformSection /> : <CompanySection />
}
