import { Redirect as Move } from 'wouter'

import { withBase } from '#src/services/kit/address/base.ts'

/** Redirects to another page of the console when it is rendered. */
export const Redirect = ({ to, replace = false }: { readonly to: string; readonly replace?: boolean }) => (
  <Move to={withBase(to)} replace={replace} />
)
