/** A secret that is exchanged for a token opens two systems: it is bound to both, and is asked for again when one of them changes (finding T4). */

/** The origin of the token endpoint and the origin that the token is sent to, as they are kept beside the secret. */
export const boundTo = (tokenOrigin: string, apiOrigin: string): string => `${tokenOrigin} ${apiOrigin}`

/** The same for people. */
export const shownOrigins = (origin: string): string => origin.replace(' ', ' and ')
