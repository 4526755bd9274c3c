"""Attacks accounts of a running local server (`cargo xtask dev`) and prints whether each attack was refused.


python3 tests/attacks.py [--server http://localhost:4000]


Needs only the standard library. Each attack creates its own accounts and changes no others. The tests in tests/api
cover the same attacks one by one; this program shows them together, from the outside."""

import argparse
import http.client
import json
import socket
import sys
import time
import urllib.parse
import uuid

PASSWORD, STRANGERS = "correct horse battery", "a password of the thief"
ADMIN = {"email": "second-admin@noteninja.test", "password": "study-hard-tonight"}
# Loopback addresses of this machine. The server treats each as a separate client.
HOME, ELSEWHERE = "127.0.0.1", "127.0.0.9"


class Browser:
    """A client with its session cookie and, after signing in, an access token."""

    def __init__(self, server, address=HOME):
        self.server, self.address = urllib.parse.urlsplit(server), address
        self.token = self.cookie = None

    def send(self, method, path, body=None, headers=None, port=None):
        """Sends a request with the headers of our page. Returns status, headers and parsed body."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", port or self.server.port, timeout=30, source_address=(self.address, 0)
        )
        origin = f"{self.server.scheme}://{self.server.netloc}"
        sent = {"Host": self.server.netloc, "Origin": origin, "X-Note-Ninja": "1", "Content-Type": "application/json"}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            sent["Cookie"] = self.cookie
        sent = {name: value for name, value in {**sent, **(headers or {})}.items() if value is not None}
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if cookie := answer.headers.get("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        try:
            said = json.loads(text) if text else {}
        except ValueError:
            said = {}
        return answer.status, answer.headers, said

    def api(self, method, path, body=None, **more):
        return self.send(method, f"/api{path}", body, **more)

    def sign_in(self, email, password):
        status, _, said = self.api("POST", "/auth/sign-in", {"email": email, "password": password})
        self.token = said.get("session", {}).get("accessToken")
        return status

    def at_the_pool(self, action, body):
        """Calls the user pool directly. Its port is the app's port plus 3."""
        header = {"X-Amz-Target": f"AWSCognitoIdentityProviderService.{action}", "Origin": None}
        kept, self.token = self.token, None
        try:
            return self.send("POST", "/", body, headers={**header, "Content-Type": "application/x-amz-json-1.1"},
                             port=self.server.port + POOL_PORT_AFTER)
        finally:
            self.token = kept


POOL_PORT_AFTER = 3


class Stage:
    """The server under attack, with the number of attacks that succeeded."""

    def __init__(self, server):
        self.server, self.lost = server, 0

    def browser(self, address=HOME):
        return Browser(self.server, address)

    def fresh(self, stem):
        name = f"{stem}{uuid.uuid4().hex[:10]}"
        return name, f"{name}@students.test"

    def code_for(self, email):
        """Returns the most recently mailed code."""
        for _ in range(50):
            path = f"/_local/outbox?to={urllib.parse.quote(email)}"
            _, _, mails = self.browser().send("GET", path, headers={"Accept": "application/json"})
            if mails:
                return mails[0]["code"]
            time.sleep(0.1)
        sys.exit(f"No mail came for {email}.")

    def sign_up(self, email, name, password):
        return self.browser().api("POST", "/auth/sign-up", {"username": name, "email": email, "password": password})

    def student(self, stem):
        """Creates a student and signs in. Returns the browser, the username and the e-mail address."""
        name, email = self.fresh(stem)
        self.sign_up(email, name, PASSWORD)
        confirm = {"email": email, "code": self.code_for(email), "password": PASSWORD}
        self.browser().api("POST", "/auth/confirm", confirm)
        browser = self.browser()
        if browser.sign_in(email, PASSWORD) != 200:
            sys.exit("A student could not sign in; is this a local server with sample content?")
        return browser, name, email

    def tried(self, point, what, refused):
        self.lost += not refused
        print(f"{point:>4}  {'refused' if refused else 'LET IN '}  {what}")


def strangers_and_addresses(stage):
    student, name, old = stage.student("mover")
    _, new = stage.fresh("moved")
    student.api("PUT", "/me/email", {"email": new, "password": PASSWORD})
    student.api("POST", "/me/email/confirm", {"code": stage.code_for(new), "password": PASSWORD})
    stage.sign_up(old, stage.fresh("heir")[0], STRANGERS)
    status, _, profile = stage.browser().api("GET", f"/students/{name}")
    stage.tried(1, "signing up with the address that a student gave up, to take profile and username along",
                status == 200 and profile["username"] == name and stage.browser().sign_in(new, PASSWORD) == 200)

    name, email = stage.fresh("victim")
    stage.sign_up(email, name, STRANGERS)
    thief = stage.browser()
    thief.sign_in(email, STRANGERS)
    stage.tried(2, "signing in with the password of a sign-up that nobody confirmed", thief.token is None)
    confirm = {"email": email, "code": stage.code_for(email), "password": PASSWORD}
    stage.browser().api("POST", "/auth/confirm", confirm)
    stage.tried(2, "signing up with somebody's address first, and using that password once they have confirmed",
                stage.browser().sign_in(email, STRANGERS) == 401 and stage.browser().sign_in(email, PASSWORD) == 200)


def tokens(stage):
    student, _, _ = stage.student("robbed")
    for action, body in (
        ("GetUser", {}),
        ("UpdateUserAttributes", {"UserAttributes": [{"Name": "email", "Value": "thief@students.test"}]}),
        ("AssociateSoftwareToken", {}),
        ("ChangePassword", {"PreviousPassword": PASSWORD, "ProposedPassword": STRANGERS}),
    ):
        status, _, _ = stage.browser().at_the_pool(action, {**body, "AccessToken": student.token})
        stage.tried(3, f"{action} at the user pool with the token of a page", status == 400)
    status, _, _ = student.api("POST", "/auth/refresh", headers={"Origin": "https://evil.example"})
    stage.tried(3, "renewing a session from a page of another site", status == 403)
    status, _, _ = student.api("PUT", "/me/email", {"email": "thief@students.test", "password": STRANGERS})
    stage.tried(3, "changing the address with a stolen token and without the password", status in (401, 403, 422))


def sessions(stage):
    student, _, email = stage.student("watched")
    thief = stage.browser(ELSEWHERE)
    thief.sign_in(email, PASSWORD)
    stolen = thief.cookie
    listed = student.api("GET", "/auth/account/sessions")[2]["items"]
    ended = next(session for session in listed if not session["isCurrent"])
    student.api("DELETE", f"/auth/account/sessions/{ended['id']}")
    name, _, value = stolen.partition("=")
    without_secret = f"{name}={value.split('~')[0]}~{value.split('~')[2]}"
    thief.token = None
    for cookie, what in (
        (without_secret, "renewing an ended session without the secret that it goes by, as sessions once were"),
        (stolen, "renewing a session that was ended from another browser"),
    ):
        thief.cookie = cookie
        stage.tried(17, what, thief.api("POST", "/auth/refresh")[0] == 401)
    stage.tried(17, "ending the sessions of somebody else",
                stage.student("meddler")[0].api("DELETE", f"/auth/account/sessions/{listed[0]['id']}")[0] == 204
                and student.api("POST", "/auth/refresh")[0] == 200)
    weak = [stage.sign_up(stage.fresh("weak")[1], stage.fresh("weak")[0], password)[0]
            for password in ("Password123", "sunshine2026", "noteninja2026")]
    stage.tried(8, "choosing a password that is tried first", weak == [422] * 3)


def administrators(stage):
    student, _, _ = stage.student("climber")
    status, _, _ = student.api("GET", "/admin/content")
    stage.tried(4, "opening the console as a student", status == 403)
    admin = stage.browser()
    admin.sign_in(ADMIN["email"], ADMIN["password"])
    stolen = stage.browser()
    stolen.token = admin.token
    admin.api("POST", "/auth/sign-out")
    stage.tried(7, "using an administrator's token after they signed out", stolen.api("GET", "/admin/content")[0] == 401)
    fake = "01JD8Z5V7R8XQ4N2T6W0YB3C9E"
    status, _, _ = stolen.api("DELETE", f"/albums/examReview/notes/{fake}")
    stage.tried(7, "the same for deleting an album note", status in (401, 404, 405))


def who_has_an_account(stage):
    _, name, known = stage.student("known")
    unknown = stage.fresh("unknown")[1]
    alike = True
    for path, more in (
        ("/auth/forgot", {}),
        ("/auth/resend", {}),
        ("/auth/reset", {"code": "000000", "newPassword": PASSWORD}),
        ("/auth/confirm", {"code": "000000", "password": PASSWORD}),
        ("/auth/sign-in", {"password": STRANGERS}),
    ):
        answers = []
        for email in (known, unknown):
            status, _, said = stage.browser(ELSEWHERE).api("POST", path, {"email": email, **more})
            said.pop("instance", None), said.pop("trace_id", None), said.pop("traceId", None)
            answers.append((status, said))
        alike &= answers[0] == answers[1]
    stage.tried(5, "telling from five kinds of answers which of two addresses has an account", alike)
    first = stage.sign_up(known, stage.fresh("probe")[0], STRANGERS)
    other = stage.sign_up(unknown, stage.fresh("probe")[0], STRANGERS)
    stage.tried(5, "telling it from signing up", (first[0], first[2]) == (other[0], other[2]))
    hidden, email = stage.fresh("hidden")
    stage.sign_up(email, hidden, PASSWORD)
    stage.tried(5, "seeing the profile of a sign-up that nobody confirmed",
                stage.browser().api("GET", f"/students/{hidden}")[0] == 404)


def guesses(stage):
    _, _, email = stage.student("guessed")
    thief = stage.browser(ELSEWHERE)
    wrong = [thief.sign_in(email, STRANGERS) for _ in range(4)]
    stage.tried(6, "a fifth guess from one client, though it is right",
                wrong == [401] * 4 and thief.sign_in(email, PASSWORD) == 429)
    stage.tried(6, "keeping the owner out by guessing", stage.browser().sign_in(email, PASSWORD) == 200)
    claimed = stage.browser(ELSEWHERE)
    status, _, _ = claimed.api("POST", "/auth/sign-in", {"email": email, "password": PASSWORD},
                               headers={"X-Forwarded-For": "203.0.113.7"})
    stage.tried(6, "guessing on under an invented address", status == 429)


def bodies(stage):
    student, _, _ = stage.student("sloppy")
    status, _, _ = student.api("PUT", "/me/positions", {})
    stage.tried(19, "a body without its required fields", status == 422)
    server = student.server
    with socket.create_connection((HOME, server.port), timeout=90) as half:
        head = f"POST /api/auth/sign-in HTTP/1.1\r\nHost: {server.netloc}\r\nContent-Length: 100\r\n\r\n{{"
        half.sendall(head.encode())
        answer = half.recv(64)
        stage.tried(19, "holding a connection with half a request", answer[9:12] in (b"", b"403", b"408"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--server", default="http://localhost:4000")
    stage = Stage(arguments.parse_args().server)
    for attack in (strangers_and_addresses, tokens, sessions, administrators, who_has_an_account, guesses, bodies):
        attack(stage)
    print(f"{stage.lost} attacks were let in." if stage.lost else "Every attack was refused.")
    return stage.lost > 0


if __name__ == "__main__":
    sys.exit(main())
