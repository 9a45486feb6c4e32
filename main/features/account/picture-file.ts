import { picturePixelsMax, pictureBytesMax } from '@common/constants'
import { AppError } from '@common/errors'

/** A picture that passed the checks. */
export interface PictureFile {
  readonly mediaType: string
  /** Base64. */
  readonly content: string
}

interface Size {
  readonly width: number
  readonly height: number
}

const formats: readonly { readonly mediaType: string; readonly sizeOf: (bytes: Buffer) => Size | undefined }[] = [
  { mediaType: 'image/png', sizeOf: sizeOfPng },
  { mediaType: 'image/jpeg', sizeOf: sizeOfJpeg },
  { mediaType: 'image/webp', sizeOf: sizeOfWebp },
]

/**
 * Checks the picture of a user by its content.
 *
 * @param text  Base64, as the page sends it
 * @throws AppError PICTURE_INVALID
 */
export function checkPicture(text: string): PictureFile {
  const bytes = Buffer.from(text, 'base64')
  const content = bytes.toString('base64')
  // Buffer ignores letters outside of Base64.
  const isBase64 = content.replace(/=+$/, '') === text.replace(/=+$/, '')
  const found = formats
    .map(({ mediaType, sizeOf }) => ({ mediaType, size: sizeOf(bytes) }))
    .find(({ size }) => size !== undefined)
  const { width, height } = found?.size ?? { width: 0, height: 0 }
  const isSquare = width === height && width >= 1 && width <= picturePixelsMax
  if (!isBase64 || bytes.length > pictureBytesMax || found === undefined || !isSquare)
    throw new AppError('PICTURE_INVALID', { pixels: picturePixelsMax, kilobytes: pictureBytesMax / 1_000 })
  return { mediaType: found.mediaType, content }
}

/** PNG, third edition, §5.2 and §11.2.1: signature, then IHDR with width and height. */
function sizeOfPng(bytes: Buffer): Size | undefined {
  const isPng = bytes.length >= 24 && bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'
  if (!isPng || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Markers of frames (ITU T.81 table B.1): SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** ITU T.81 annex B: segments until the one of the frame. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at] !== 0xff) return undefined
    if (isFrame(bytes.readUInt8(at + 1)))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}

const bits14 = 0x3f_ff

/** RFC 9649: a RIFF file whose first chunk is VP8, VP8L or VP8X. */
function sizeOfWebp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & bits14, height: bytes.readUInt16LE(28) & bits14 }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & bits14) + 1, height: ((packed >>> 14) & bits14) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
