"""One client's conversation with a server, without I/O: hello, numbered requests, repeating, resuming, silence, other addresses.

Whoever has a socket and a clock can be its shell: clients/link runs it over trio-websocket, the simulated worlds over
simulated links. clients/web/link is its twin in the page, with the same states.
"""
