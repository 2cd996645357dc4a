type Proofs = { readonly password: string; readonly code?: string }

/** What proves a person, as a call takes it. */
export const proofsOf = ({ password, code }: Proofs): Proofs => (code === undefined ? { password } : { password, code })
