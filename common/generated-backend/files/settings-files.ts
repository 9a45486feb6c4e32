import type { BackendProject } from '../model'

/** Writes `tsconfig.json`. Node can run the sources; the compiler writes JavaScript for `npm start`. */
export const tsconfigFile = (): string => `{
  "compilerOptions": {
    "target": "ES2023",
    "module": "NodeNext",
    "lib": ["ES2023"],
    "types": ["node"],
    "rootDir": ".",
    "outDir": "dist",
    "declaration": true,
    "rewriteRelativeImportExtensions": true,
    "erasableSyntaxOnly": true,
    "verbatimModuleSyntax": true,
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noImplicitOverride": true,
    "noImplicitReturns": true,
    "noUncheckedIndexedAccess": true,
    "noUnusedLocals": true,
    "noUnusedParameters": true,
    "skipLibCheck": true
  },
  "include": ["src", "migrations", "test"]
}
`

export const gitignoreFile = (): string => `.env
data/
dist/
node_modules/
`

/** Writes `.env.example`: every setting, without secrets. */
export const environmentFile = ({
  exampleUrl,
}: BackendProject): string => `# Copy this file to .env and fill it in. Never commit .env.

# Address of the database. Encode signs such as @ and / in names and passwords: %40, %2F.
DATABASE_URL=${exampleUrl}

# Address of the server. 0.0.0.0 accepts requests from other computers.
HOST=127.0.0.1
PORT=3000

# Requests need this token as "Authorization: Bearer <token>". Empty: everyone who reaches the server has access.
API_TOKEN=
`

/** Node image of builds and of the server. */
const image = 'node:24-slim'

export const dockerfile = (): string => `FROM ${image} AS build
WORKDIR /app
COPY package*.json ./
RUN npm install
COPY . .
RUN npm run build && npm prune --omit=dev

FROM ${image}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
CMD ["node", "dist/src/server.js"]
`

export const composeFile = (): string => `services:
  api:
    build: .
    env_file: .env
    environment:
      HOST: 0.0.0.0
      PORT: 3000
    ports:
      - '127.0.0.1:3000:3000'
    restart: unless-stopped
    init: true
    # A database on this computer is at host.docker.internal.
    extra_hosts:
      - host.docker.internal:host-gateway
    volumes:
      - ./data:/app/data
`

export const dockerignoreFile = (): string => `.env
.git/
data/
dist/
node_modules/
`
