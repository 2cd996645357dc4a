/** Pictures that people give. The browser crops them and writes them anew; the server takes what it can check to the last byte. */

/** What is sent after that: the longest side in pixels, and bytes. */
export const photoLimits = { sideMax: 256, bytesMax: 150_000 } as const
export const logoLimits = { sideMax: 512, bytesMax: 150_000 } as const

/** What a person may choose in the browser, in bytes: less than this. */
export const chosenPictureMax = 5_242_880
