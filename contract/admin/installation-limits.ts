export const installationLimits = { domainsMax: 100, messageMax: 1_000, signUpsMax: 100_000 } as const
/** A name of the DNS with a dot, in lower case. */
export const domainForm = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/
