import { token } from '@renderer/ui'

const colours: readonly `--${string}`[] = [
  '--k-red',
  '--k-amber',
  '--k-green',
  '--k-teal',
  '--k-blue',
  '--k-violet',
  '--k-pink',
]
const pieces = 120
const durationMs = 1_800
/** Pixels per second, and per second squared. */
const speedMax = 900
const gravity = 1_100

interface Piece {
  readonly x: number
  readonly y: number
  readonly speedX: number
  readonly speedY: number
  readonly spin: number
  readonly size: number
  readonly colour: string
}

/** Throws paper from both lower corners over the page, which stays usable. Removes its canvas after 1.8 s. */
export function throwConfetti(): void {
  const canvas = document.createElement('canvas')
  canvas.dataset['confetti'] = ''
  canvas.setAttribute('aria-hidden', 'true')
  canvas.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;pointer-events:none;z-index:600'
  const { innerWidth: width, innerHeight: height } = window
  canvas.width = width
  canvas.height = height
  document.body.append(canvas)
  const context = canvas.getContext('2d')
  const thrown = Array.from({ length: pieces }, (_, at) => pieceAt(at, width, height))
  const start = performance.now()
  const draw = (now: number): void => {
    const seconds = (now - start) / 1_000
    if (seconds * 1_000 >= durationMs) return canvas.remove()
    context?.clearRect(0, 0, width, height)
    if (context !== null) for (const piece of thrown) drawPiece(context, piece, seconds)
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}

function pieceAt(at: number, width: number, height: number): Piece {
  const isLeft = at % 2 === 0
  const angle = (0.28 + Math.random() * 0.17) * Math.PI
  const speed = speedMax * (0.45 + Math.random() * 0.55)
  return {
    x: isLeft ? 0 : width,
    y: height,
    speedX: Math.cos(angle) * speed * (isLeft ? 1 : -1),
    speedY: -Math.sin(angle) * speed,
    spin: (Math.random() - 0.5) * 14,
    size: 5 + Math.random() * 5,
    colour: token(colours[at % colours.length] ?? '--k-blue'),
  }
}

function drawPiece(context: CanvasRenderingContext2D, piece: Piece, seconds: number): void {
  const { x, y, speedX, speedY, spin, size, colour } = piece
  context.save()
  context.globalAlpha = Math.max(0, 1 - (seconds * 1_000) / durationMs)
  context.translate(x + speedX * seconds, y + speedY * seconds + (gravity * seconds * seconds) / 2)
  context.rotate(spin * seconds)
  // A turning piece shows its edge.
  context.scale(1, Math.cos(spin * seconds))
  context.fillStyle = colour
  context.fillRect(-size / 2, -size / 3, size, size / 1.5)
  context.restore()
}
