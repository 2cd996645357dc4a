export const pushEndpointMax = 2_000
/** Browsers of one person; of more than that the oldest is removed. */
export const pushBrowsersMax = 10
