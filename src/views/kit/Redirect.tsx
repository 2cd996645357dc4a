import { Redirect as Move } from 'wouter'

import { withBase } from '#src/services/kit/address/base.ts'

/** Leads to another place of the console, as soon as it is drawn. */
export const Redirect = ({ to, replace = false }: { readonly to: string; readonly replace?: boolean }) => (
  <Move to={withBase(to)} replace={replace} />
)
