/** Pictures that people give. The browser crops them and writes them anew; the server takes what it can check to the last byte. */

/** What a person may choose, before it is cropped. */
export const imageChoice = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  /** `core`: files must be smaller than this. */
  bytesMax: 5_242_880,
  sideMax: 4_096,
} as const

/** What is sent after that: the longest side in pixels, and bytes. */
export const photoLimits = { sideMax: 256, bytesMax: 150_000 } as const
export const logoLimits = { sideMax: 512, bytesMax: 150_000 } as const

export const imageMessages = {
  notAnImage: 'Please select an image file',
  tooLarge: 'File size must be less than 5MB',
} as const
