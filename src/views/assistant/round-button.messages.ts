/** The button stands on every page, so its word comes without those of the panel. */
export const roundButtonMessages = { open: 'Open the assistant' }
