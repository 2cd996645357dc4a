type Proofs = { readonly password?: string; readonly code?: string }

/** What proves a person, as a call takes it. */
export const proofsOf = ({ password, code }: Proofs): Proofs => ({
  ...(password === undefined ? {} : { password }),
  ...(code === undefined ? {} : { code }),
})
